// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.time.InstantSource;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Web;

/** Makes the dialects of AWS. */
public final class AwsDialects {
    private AwsDialects() {}

    /** The redrive of a failed execution of Step Functions. */
    public static Dialect redrive(Web web, Order order, InstantSource clock) {
        return new RedriveExecution(new AwsCalls(web, order, clock, AwsCalls.Part.STATES), order);
    }

    /** An execution of Step Functions under our own name. */
    public static Dialect startExecution(Web web, Order order, InstantSource clock) {
        return new StartExecution(new AwsCalls(web, order, clock, AwsCalls.Part.STATES), web, order);
    }

    /** A run of a Glue job. */
    public static Dialect startJobRun(Web web, Order order, InstantSource clock) {
        return new StartJobRun(new AwsCalls(web, order, clock, AwsCalls.Part.GLUE), order);
    }

    /** A copy of a failed EMR step. */
    public static Dialect addStep(Web web, Order order, InstantSource clock) {
        return new AddStep(new AwsCalls(web, order, clock, AwsCalls.Part.EMR), order);
    }
}
