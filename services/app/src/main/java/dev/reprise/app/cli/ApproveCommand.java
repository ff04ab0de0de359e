// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reprise approve}. */
@Command(name = "approve", description = "Approve the rerun that an instance proposes.")
final class ApproveCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ProposalOptions proposal = new ProposalOptions();

    ApproveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return proposal.answer("approve", surroundings);
    }
}
