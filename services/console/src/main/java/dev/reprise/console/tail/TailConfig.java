// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import java.time.Duration;

/**
 * How the topics are followed.
 *
 * @param topicPrefix the prefix of the topics
 * @param clientId the name in metrics and broker logs
 * @param retention how long history is kept in the read model
 */
public record TailConfig(String topicPrefix, String clientId, Duration retention) {}
