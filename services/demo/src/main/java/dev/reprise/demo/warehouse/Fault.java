// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What goes wrong around a run: it is given by the environment, and the command is the same with and without. */
public sealed interface Fault {
    /** The environment variable. */
    String VARIABLE = "WAREHOUSE_FAULT";

    /** Nothing goes wrong. */
    record None() implements Fault {}

    /**
     * An error meets the run.
     *
     * @param afterBatch when, 0 to {@value WarehouseTask#BATCHES}: after that many batches
     * @param message the error
     */
    record Crash(int afterBatch, String message) implements Fault {}

    /**
     * The run hangs.
     *
     * @param afterBatch when, 0 to {@value WarehouseTask#BATCHES}: after that many batches
     */
    record Stall(int afterBatch) implements Fault {}

    /** The value of {@link #VARIABLE}. */
    default String text() {
        return switch (this) {
            case None _ -> "";
            case Crash crash -> "crash-after:" + crash.afterBatch + ":" + crash.message;
            case Stall stall -> "stall-after:" + stall.afterBatch;
        };
    }

    /**
     * Reads a value of {@link #VARIABLE}; absent or blank is no fault.
     *
     * @throws WarehouseException when it is neither {@code crash-after:N:MESSAGE} nor {@code stall-after:N}
     */
    static Fault parse(Optional<String> value) {
        if (value.isEmpty() || value.get().isBlank()) {
            return new None();
        }
        Matcher matcher = Pattern.compile("(?:(crash)-after:([0-8]):(.+)|stall-after:([0-8]))").matcher(value.get());
        if (!matcher.matches()) {
            throw new WarehouseException(VARIABLE + " is '" + value.get()
                    + "': write crash-after:N:MESSAGE or stall-after:N, with N from 0 to " + WarehouseTask.BATCHES);
        }
        return matcher.group(1) != null
                ? new Crash(Integer.parseInt(matcher.group(2)), matcher.group(3))
                : new Stall(Integer.parseInt(matcher.group(4)));
    }
}
