// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** Runs one job in this process: {@code WarehouseJobMain DIRECTORY JOB DAY RUN}. */
public final class WarehouseJobMain {
    private static final int ARGUMENTS = 4;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private WarehouseJobMain() {}

    /** Ends with 0 when the work is done, 1 when it failed, 2 when the command line is not usable. */
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(arguments, Optional.ofNullable(System.getenv(Fault.VARIABLE)), System.out, System.err));
    }

    static int run(String[] arguments, Optional<String> fault, PrintStream out, PrintStream err)
            throws InterruptedException {
        if (arguments.length != ARGUMENTS) {
            err.println("expected DIRECTORY JOB DAY RUN, found " + arguments.length + " arguments");
            return USAGE;
        }
        WarehouseJob job;
        try {
            job = new WarehouseJob(WarehouseTask.of(arguments[1]), arguments[2], arguments[3], Fault.parse(fault));
        } catch (WarehouseException e) {
            err.println(e.getMessage());
            return USAGE;
        }
        try {
            job.run(Path.of(arguments[0]), out);
            return 0;
        } catch (WarehouseException e) {
            err.println(e.getMessage());
            return FAILED;
        }
    }
}
