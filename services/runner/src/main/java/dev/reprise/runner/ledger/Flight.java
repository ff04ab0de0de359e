// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

import dev.reprise.runner.target.TargetRequest;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.job.DispatchClass;

/** One dispatch on its way, from the command to its result. Changed by its {@link DispatchMachine} only. */
public final class Flight {
    final long offset;
    final DispatchClass guarantee;
    boolean calling;
    /** Whether older calls are fenced off and have started nothing. */
    boolean cleared;
    /** The line of the ledger that allows the next call. */
    long allowedBy;
    /** When it goes on; absent while a call is under way. */
    @Nullable
    Instant dueAt;
    private final StartRerun command;
    private final TargetRequest request;
    private int tries;

    /**
     * Makes one.
     *
     * @param guarantee what a second call does, as far as this owner may rely on it
     */
    Flight(StartRerun command, long offset, DispatchClass guarantee, TargetRequest request) {
        this.command = command;
        this.offset = offset;
        this.guarantee = guarantee;
        this.request = request;
        this.allowedBy = request.fence();
    }

    /** The offset of the command. */
    public long offset() {
        return offset;
    }

    /** What is carried out. */
    public StartRerun command() {
        return command;
    }

    /** What the target is told now. */
    public TargetRequest request() {
        return request.allowedBy(allowedBy);
    }

    /** How often this owner has called or fenced. */
    public int tries() {
        return tries;
    }

    void asked(Action.Question question) {
        calling = true;
        if (question != Action.Question.QUERY) {
            tries++;
        }
    }
}
