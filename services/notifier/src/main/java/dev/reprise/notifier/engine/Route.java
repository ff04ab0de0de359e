// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.util.List;

import dev.reprise.notifier.group.GroupId;
import dev.reprise.schemas.alert.Alert;

/**
 * Where an open alert went.
 *
 * @param alert its newest revision
 * @param groups the groups that know it
 * @param digest of the subscriptions that it was routed by
 */
record Route(Alert alert, List<GroupId> groups, String digest) {
    Route {
        groups = List.copyOf(groups);
    }
}
