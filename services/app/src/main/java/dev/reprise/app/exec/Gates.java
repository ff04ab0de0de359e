// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.Optional;
import java.util.function.Consumer;

import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.decision.Gate;

/** Takes one run past its gates; says in one line why it may not pass. */
final class Gates {
    private final PermitClient client;
    private final PermitAsker asker;
    private final GateRules rules;
    private final Consumer<String> warnings;

    Gates(PermitClient client, PermitAsker asker, GateRules rules, Consumer<String> warnings) {
        this.client = client;
        this.asker = asker;
        this.rules = rules;
        this.warnings = warnings;
    }

    /**
     * Where a gate leaves a run.
     *
     * @param granted its permit, where it was given one
     * @param ungated whether it goes on although nobody answered
     * @param closed how the run ends here, where it may not pass
     */
    record Way(Optional<Passage.Granted> granted, boolean ungated, Optional<CommandEnd> closed) {}

    /** Asks at a gate; a run that is not gated there passes. */
    Way pass(Gate gate) throws InterruptedException {
        if (!rules.gates().contains(gate)) {
            return new Way(Optional.empty(), false, Optional.empty());
        }
        String deed = gate == Gate.START ? "start" : "publish";
        return switch (client.ask(asker, gate)) {
            case Passage.Granted granted -> new Way(Optional.of(granted), false, Optional.empty());
            case Passage.Refused refused -> {
                String detail = "not allowed to " + deed + ": " + refused.reason() + ": " + refused.detail();
                warnings.accept(detail);
                yield closed(new CommandEnd.NotLet(detail));
            }
            case Passage.Unanswered away when rules.proceeds() -> {
                warnings.accept("no permit to " + deed + ", going on without one: " + away.detail());
                yield new Way(Optional.empty(), true, Optional.empty());
            }
            case Passage.Unanswered away -> {
                String detail = "no permit to " + deed + ": " + away.detail();
                warnings.accept(detail);
                // Nobody has refused it: the work is not done, and told as a failure that never began.
                yield closed(new CommandEnd.NotStarted(ExitCode.PERMIT_REFUSED.value(), detail));
            }
        };
    }

    private static Way closed(CommandEnd end) {
        return new Way(Optional.empty(), false, Optional.of(end));
    }
}
