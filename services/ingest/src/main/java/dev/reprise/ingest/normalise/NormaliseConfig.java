// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Duration;

/**
 * What the normaliser is told.
 *
 * @param rawTopic full name
 * @param eventsTopic full name
 * @param lineageTopic full name
 * @param deadLettersTopic full name
 * @param memory how long a run is remembered after its last event
 * @param silence how long a run without a known partition may be silent before it is told as one of the whole job
 */
public record NormaliseConfig(String rawTopic, String eventsTopic, String lineageTopic, String deadLettersTopic,
        Duration memory,
        Duration silence) {}
