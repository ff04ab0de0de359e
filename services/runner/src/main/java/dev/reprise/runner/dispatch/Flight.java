// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Targets;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.job.DispatchClass;

/** One dispatch on its way, from the command to its result. Changed by the thread that owns the Kafka partition only. */
final class Flight {
    final StartRerun command;
    final long offset;
    final Target target;
    final DispatchClass guarantee;
    final TargetRequest request;
    int tries;
    boolean calling;
    /** When it goes on; absent while a call is under way. */
    @Nullable
    Instant dueAt;

    /**
     * Makes one.
     *
     * @param guarantee what a second call does, as far as this owner may rely on it
     */
    Flight(StartRerun command, long offset, Target target, DispatchClass guarantee, TargetRequest request) {
        this.command = command;
        this.offset = offset;
        this.target = target;
        this.guarantee = guarantee;
        this.request = request;
    }

    String kind() {
        return Targets.kind(command.target());
    }
}
