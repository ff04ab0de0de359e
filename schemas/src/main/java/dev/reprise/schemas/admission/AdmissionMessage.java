// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

import java.time.Instant;

/** What reaches a group of jobs through the {@code admissions} topic. The Kafka key is {@link #group()}. */
public sealed interface AdmissionMessage permits AdmissionAsked, AdmissionSettled, RunNoted, StormControlled {
    /** The concurrency group, 1 to 256 characters. */
    String group();

    /** When it happened. */
    Instant at();
}
