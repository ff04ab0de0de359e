// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;

/** Makes the dialects of Slurm. */
public final class SlurmDialects {
    private SlurmDialects() {}

    /** Requeueing a job that has ended. */
    public static Dialect requeue(Order order) {
        return new SlurmRequeue(order);
    }

    /** Submitting a job of our own name. */
    public static Dialect submit(Order order) {
        return new SlurmSubmit(order);
    }
}
