// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.time.Duration;
import java.util.List;
import java.util.Random;

import dev.reprise.it.target.Conduct;
import dev.reprise.schemas.topic.Topics;

/** Faults that come at any time, not at a named step. */
enum Fault {
    /** A coordinator is killed with -9. */
    COORDINATOR_KILLED,
    /** A runner is killed with -9. */
    RUNNER_KILLED,
    /** A coordinator is stopped until its session has run out, and goes on. */
    COORDINATOR_STOPPED,
    /** A runner is stopped until its session has run out, and goes on. */
    RUNNER_STOPPED,
    /** A coordinator is killed and its local state is gone. */
    STATE_LOST,
    /** Both coordinators and both runners are killed. */
    ALL_KILLED,
    /** The scheduler loses answers, answers errors after it has started a run, hangs, gets requests late, refuses. */
    SCHEDULER_UNRELIABLE,
    /** Records come that nobody of ours would write. */
    POISONED;

    /** Lets it happen; what must be undone is undone when the world is healed. */
    void happen(Bout bout) {
        Random random = bout.random();
        String half = random.nextBoolean() ? "a" : "b";
        World world = bout.world();
        switch (this) {
            case COORDINATOR_KILLED -> world.process("coordinator-" + half).process().kill();
            case RUNNER_KILLED -> world.process("runner-" + half).process().kill();
            case COORDINATOR_STOPPED -> stop(world, "coordinator-" + half);
            case RUNNER_STOPPED -> stop(world, "runner-" + half);
            case STATE_LOST -> {
                world.process("coordinator-" + half).process().kill();
                world.process("coordinator-" + half).forgetState();
            }
            case ALL_KILLED -> List.of("coordinator-a", "coordinator-b", "runner-a", "runner-b")
                    .forEach(name -> world.process(name).process().kill());
            case SCHEDULER_UNRELIABLE -> bout.conductAtRandom();
            case POISONED -> {
                for (int record = 0; record < 5; record++) {
                    List.of(Topics.EVENTS, Topics.COMMANDS, Topics.DISPATCHES, Topics.ADMISSIONS)
                            .forEach(world::poison);
                }
            }
        }
    }

    private static void stop(World world, String name) {
        world.process(name).process().stop();
        Pause.of(Duration.ofMillis(Strike.BEYOND_SESSION.toMillis() / 2));
        world.fail(Kind.KEYED);
        world.fail(Kind.FENCED);
        world.fail(Kind.OPAQUE);
        Pause.of(Duration.ofMillis(Strike.BEYOND_SESSION.toMillis() / 2));
    }

    /** What it lets the scheduler do with the n-th request. */
    static Conduct conduct(int draw) {
        Conduct[] all = Conduct.values();
        return all[Math.floorMod(draw, all.length)];
    }
}
