// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands have in common that hold reruns of a scope. */
final class ControlOptions {

    /** What a scope may be. */
    static final String SCOPE = "* for everything, a namespace, or NAMESPACE/NAME for a job.";

    @Mixin
    private ActOptions act = new ActOptions();

    @Parameters(paramLabel = "SCOPE", description = SCOPE)
    private String scope = "";

    @Option(names = "--until", paramLabel = "TIME", description = "When it ends by itself, with its zone, such as 2026-11-30T06:00:00+08:00 (default: until it is lifted).")
    private @Nullable String until;

    /** What is sent. */
    private record Body(String scope, String kind, @Nullable String until, String reason) {}

    int set(String kind, Surroundings surroundings) {
        Body body = new Body(scope, kind, until, act.reason());
        return act.submit(surroundings, client -> id -> client.put("/api/v1/controls", id, body),
                until == null ? "it holds until: reprise resume" : "it holds until " + until);
    }
}
