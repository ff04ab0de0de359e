// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.util.Optional;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.dispatch.RerunDispatch;

/** What the owner of a Kafka partition must do now. It is done with before the machine is asked for the next one. */
public sealed interface Action {
    /**
     * Commit a line of the ledger and the position, in one fenced transaction; then {@link DispatchMachine#written}.
     *
     * @param line the line
     * @param position the position in the commands
     * @param flight the dispatch that it belongs to; absent where a cancel needs no dispatch
     */
    record Write(RerunDispatch line, long position, Optional<Flight> flight) implements Action {}

    /**
     * Put an unusable command aside and commit the position, in one fenced transaction; then
     * {@link DispatchMachine#moved}.
     *
     * @param offset the offset of the command
     * @param position the position in the commands
     */
    record PutAside(long offset, long position) implements Action {}

    /**
     * Commit the position alone, fenced as well; then {@link DispatchMachine#moved}.
     *
     * @param position the position in the commands
     */
    record Move(long position) implements Action {}

    /**
     * Ask the target something, once, without waiting for it; {@link DispatchMachine#ended} when it has ended.
     *
     * @param flight the dispatch whose target is asked
     * @param question what it is asked
     * @param request what it is told
     */
    record Ask(Flight flight, Question question, TargetRequest request) implements Action {}

    /** What a target can be asked. */
    enum Question {
        /** To start the rerun. */
        CALL,
        /** To refuse all calls for the rerun under an older token. */
        FENCE,
        /** Whether it has the rerun. */
        QUERY;

        /**
         * What came of it where nobody knows.
         *
         * @param detail why not, without secrets
         */
        public Outcome unknown(String detail) {
            return switch (this) {
                case CALL -> new CallOutcome.Unknown(detail);
                case FENCE -> new FenceOutcome.Unknown(detail);
                case QUERY -> new QueryOutcome.Unknown(detail);
            };
        }
    }

    /**
     * Nothing; for whoever wants to know.
     *
     * @param command the command that needs nothing
     * @param reason why
     */
    record Skip(RunnerCommand command, NextStep.SkipReason reason) implements Action {}
}
