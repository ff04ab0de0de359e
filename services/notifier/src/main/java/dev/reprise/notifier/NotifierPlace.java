// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a notifier works.
 *
 * @param topicPrefix the prefix of topics and of the group, such as {@code reprise.}
 * @param groupInstance the fixed name of this process in the group: one that comes back under its name need not wait until
 *        the group has missed it
 * @param instance the fixed name of this process, unique among those that run
 * @param stateDirectory for the stores of the alert engine; one process only
 */
public record NotifierPlace(String topicPrefix, Optional<String> groupInstance, String instance,
        Path stateDirectory) {}
