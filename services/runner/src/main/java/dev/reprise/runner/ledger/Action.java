// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.util.Optional;

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
     * Call the target, once, without waiting for it; {@link DispatchMachine#ended} when it has ended.
     *
     * @param flight the dispatch whose target is called
     */
    record Call(Flight flight) implements Action {}

    /**
     * Nothing; for whoever wants to know.
     *
     * @param command the command that needs nothing
     * @param reason why
     */
    record Skip(RunnerCommand command, NextStep.SkipReason reason) implements Action {}
}
