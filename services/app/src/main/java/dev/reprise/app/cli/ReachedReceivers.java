// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.List;

import dev.reprise.app.serve.RouteRun;

/** Says which receivers took a test, and names those that could not be reached. */
final class ReachedReceivers {
    private ReachedReceivers() {}

    /** Says it; true when all of them were reached. */
    static boolean tell(List<RouteRun.Sent> sent, OutputOption output, Surroundings surroundings) {
        boolean all = true;
        for (RouteRun.Sent each : sent) {
            all &= each.problem().isEmpty();
            if (each.problem().isPresent()) {
                surroundings.warn("receiver " + each.receiver() + " could not be told: " + each.problem().get());
            } else if (!output.json()) {
                surroundings.out().println("receiver " + each.receiver() + " took a test message and its end");
            }
        }
        return all;
    }
}
