// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.runtime.lifecycle.ExitCode;

/** What approving and rejecting have in common: both name the proposal that the person saw. */
final class ProposalOptions {

    @Mixin
    private OperatorOptions operator = new OperatorOptions();

    @Option(names = "--rerun-id", paramLabel = "ID", description = "The proposal (default: the one that is open now).")
    private @Nullable String rerunId;

    /** What is sent. */
    private record Body(String rerunId, String reason) {}

    int answer(String action, Surroundings surroundings) {
        String reason = operator.reason();
        String id = rerunId == null ? openProposal(surroundings) : rerunId;
        return operator.submit(action, new Body(id, reason), surroundings);
    }

    private String openProposal(Surroundings surroundings) {
        JsonNode instance = operator.client(surroundings).get(operator.instance().path()).orFail();
        String status = instance.path("status").asString("");
        String open = instance.path("rerunId").asString("");
        if (!status.equals("AWAITING_APPROVAL") || open.isEmpty()) {
            throw new CommandFailure(ExitCode.CONFLICT, "no proposal is open: the instance is " + status);
        }
        return open;
    }
}
