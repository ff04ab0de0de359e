// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.group.GroupId;
import dev.reprise.notifier.group.GroupInput;
import dev.reprise.schemas.alert.Alert;

/** Where a record goes from the entrance. */
sealed interface Routed {
    /**
     * To a group.
     *
     * @param id which group
     * @param input what it is told
     */
    record ToGroup(GroupId id, GroupInput input) implements Routed {}

    /**
     * To the topic of alerts: the engine's own.
     *
     * @param alert what has changed
     */
    record Raised(Alert alert) implements Routed {}

    /**
     * To the dead letters, as it came.
     *
     * @param key the key
     * @param value the value
     * @param headers the headers, with cause and place
     */
    record Unreadable(byte @Nullable [] key, byte @Nullable [] value, Headers headers) implements Routed {}
}
