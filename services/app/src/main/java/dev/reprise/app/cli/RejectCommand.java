// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reprise reject}. */
@Command(name = "reject", description = "Reject the rerun that an instance proposes.")
final class RejectCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ProposalOptions proposal = new ProposalOptions();

    RejectCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return proposal.answer("reject", surroundings);
    }
}
