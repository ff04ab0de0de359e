// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Instant;

/**
 * A record that could be read.
 *
 * @param position where it stands
 * @param appendedAt its Kafka time: that of the broker where the topic is stamped by it, else that of the sender
 * @param key its Kafka key as text
 * @param id its CloudEvents id
 * @param message what it says
 */
public record Logged<T extends Object>(Position position, Instant appendedAt, String key, String id, T message) {
    /** The same record with another view of what it says. */
    <U extends Object> Logged<U> as(U view) {
        return new Logged<>(position, appendedAt, key, id, view);
    }
}
