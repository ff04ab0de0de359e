// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.reprise.it.process.ServeProcess;
import dev.reprise.it.target.Conduct;
import dev.reprise.schemas.topic.Topics;

/**
 * One directed fault: a process is killed, stopped or broken at a named step.
 *
 * @param failpoint the step, such as {@code runner.after-call}
 * @param mode what happens there
 * @param trigger what makes the process come by
 * @param kind whose failures are told
 */
record Strike(String failpoint, Mode mode, Trigger trigger, Kind kind) {
    private static final Duration REACHED_WITHIN = Duration.ofMinutes(3);
    private static final Duration TRY_THE_OTHER = Duration.ofSeconds(25);
    /** Longer than the group waits for a member, so that a stopped process is a zombie when it goes on. */
    static final Duration BEYOND_SESSION = ServeProcess.SESSION.plusSeconds(3);

    /** What happens at the step. */
    enum Mode {
        KILL, STOP, THROW
    }

    /** What makes a process come by a step. */
    enum Trigger {
        /** Failures are told. */
        LOAD,
        /** Failures are told, and the scheduler answers so that nobody knows what it did. */
        DOUBT,
        /** Failures are told, and a start arrives at the scheduler after the caller has given up. */
        LATE,
        /** Records are written that cannot be used. */
        POISON,
        /** A process of that role dies, and its Kafka partitions go over to the other. */
        PEER_LOST,
        /** A process of that role comes back after it was given up, and Kafka partitions go over to it. */
        PEER_BACK,
        /** A process of that role is asked to end. */
        ORDERLY_END
    }

    /** What the scheduler does while this strike waits. */
    Conduct conduct() {
        return switch (trigger) {
            case DOUBT -> Conduct.ACCEPT_AND_DROP;
            case LATE -> Conduct.DELIVER_LATE;
            case LOAD, POISON, PEER_LOST, PEER_BACK, ORDERLY_END -> Conduct.ACCEPT;
        };
    }

    /**
     * Carries it out: afterwards the step was reached. Whoever is down is to be healed.
     *
     * @param role the processes that may come by
     *
     * @throws org.awaitility.core.ConditionTimeoutException when the step was not reached
     */
    void carryOut(World world, List<ServeProcess> role) {
        ServeProcess any = role.getFirst();
        if (trigger == Trigger.PEER_BACK) {
            any.process().kill();
            Pause.of(BEYOND_SESSION);
        }
        any.fail(failpoint + ":" + mode.name().toLowerCase(Locale.ROOT));
        if (trigger == Trigger.PEER_BACK) {
            any.heal();
        }
        List<ServeProcess> provoked = new ArrayList<>();
        Instant[] next = {Instant.now()};
        await(this + " to be reached").atMost(REACHED_WITHIN).pollInterval(Duration.ofMillis(800)).until(() -> {
            if (Instant.now().isAfter(next[0])) {
                // Which of the two has the work is for the group to say: where it was not the one, it is the other.
                next[0] = Instant.now().plus(TRY_THE_OTHER);
                provoke(role, provoked);
            }
            load(world);
            return !any.isArmed();
        });
        if (mode == Mode.STOP) {
            await().atMost(Duration.ofMinutes(1)).until(
                    () -> role.stream().anyMatch(process -> process.process().isStopped()));
            Pause.of(BEYOND_SESSION);
        }
    }

    private void provoke(List<ServeProcess> role, List<ServeProcess> provoked) {
        ServeProcess process = role.get(provoked.size() % role.size());
        switch (trigger) {
            case LOAD, DOUBT, LATE, POISON, PEER_BACK -> {
                return;
            }
            case PEER_LOST -> {
                provoked.forEach(ServeProcess::heal);
                provoked.forEach(ServeProcess::awaitReady);
                process.process().kill();
            }
            case ORDERLY_END -> {
                provoked.forEach(ServeProcess::heal);
                provoked.forEach(ServeProcess::awaitReady);
                process.process().ask();
            }
        }
        provoked.add(process);
    }

    private void load(World world) {
        switch (trigger) {
            case LOAD, DOUBT, LATE -> world.fail(kind);
            case POISON -> List.of(Topics.EVENTS, Topics.DISPATCHES).forEach(world::poison);
            case PEER_LOST, PEER_BACK, ORDERLY_END -> {
                // What is told at the beginning of the episode is enough.
            }
        }
    }
}
