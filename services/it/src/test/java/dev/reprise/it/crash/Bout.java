// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import dev.reprise.it.process.ServeProcess;
import dev.reprise.it.target.Conduct;

/**
 * A world with two coordinators and two runners that goes through one episode after the other. Each episode ends healed,
 * quiet and audited; it prints its seed, its faults, and when it began and ended, so that a violation can be lined up.
 */
final class Bout implements AutoCloseable {
    private final World world;
    private final Path log;
    private final Random random;
    private final long seed;
    private final AtomicReference<Function<Integer, Conduct>> conduct = new AtomicReference<>(_ -> Conduct.ACCEPT);
    private final AtomicInteger requests = new AtomicInteger();
    private int episodes;

    Bout(Path directory, World.Options options, long seed) {
        this(directory, options, seed, List.of());
    }

    /** With one coordinator only, so that less is to be started. */
    static Bout small(Path directory, World.Options options, long seed) {
        return new Bout(directory, options, seed, List.of(), List.of("coordinator-a", "runner-a", "runner-b"));
    }

    /** As the other, with what stands before {@code java} for the second process of each role. */
    Bout(Path directory, World.Options options, long seed, List<String> launcher) {
        this(directory, options, seed, launcher,
                List.of("coordinator-a", "runner-a", "coordinator-b", "runner-b"));
    }

    private Bout(Path directory, World.Options options, long seed, List<String> launcher, List<String> names) {
        this.seed = seed;
        random = new Random(seed);
        log = directory.resolve("episodes.log");
        world = new World(directory, options.with(_ -> conduct.get().apply(requests.incrementAndGet())), seed);
        for (String name : names) {
            world.serve(name, name.substring(0, name.indexOf('-')), name.endsWith("-b") ? launcher : List.of());
        }
        world.heal();
    }

    /** What the bout plays in. */
    World world() {
        return world;
    }

    /** The source of its choices. */
    Random random() {
        return random;
    }

    /** Lets the scheduler do this from now on. */
    void conduct(Conduct next) {
        conduct.set(_ -> next);
    }

    /** Lets the scheduler do one thing and another from now on. */
    void conductAtRandom() {
        Random own = new Random(random.nextLong());
        conduct.set(_ -> Fault.conduct(own.nextInt(Integer.MAX_VALUE)));
    }

    /** One episode with a directed fault at a process of a role. */
    void strike(Strike strike) {
        String role = strike.failpoint().substring(0, strike.failpoint().indexOf('.'));
        List<ServeProcess> processes = world.processes(role);
        episode(strike.toString(), () -> {
            conduct(strike.conduct());
            for (Kind kind : List.of(Kind.KEYED, Kind.FENCED, Kind.OPAQUE)) {
                world.fail(kind);
            }
            strike.carryOut(world, processes);
            conduct(Conduct.ACCEPT);
        });
    }

    /** One episode: the faults happen and are healed in it. */
    void episode(String faults, Runnable what) {
        int number = ++episodes;
        tell(number, faults, "begins");
        what.run();
        world.heal();
        tell(number, faults, "healed");
        world.awaitQuiet();
        world.assertHolds("episode " + number + " (seed " + seed + "): " + faults);
        tell(number, faults, "ends, nothing violated, " + world.failures() + " failures and "
                + world.story().commands() + " reruns so far");
    }

    /** How many episodes were gone through. */
    int episodes() {
        return episodes;
    }

    @Override
    public void close() {
        world.close();
    }

    private void tell(int number, String faults, String what) {
        try {
            Files.writeString(log, Instant.now() + " seed " + seed + " episode " + number + " " + faults + ": " + what
                    + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
