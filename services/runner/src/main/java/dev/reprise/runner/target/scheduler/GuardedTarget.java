// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.TargetSpec;

/**
 * A scheduler that is looked at before the call and, where the answer leaves doubt, after it. The call itself is made
 * once and only from a state that fits, so that even a target without keys is not asked twice for one failed attempt.
 */
public final class GuardedTarget implements Target {
    private final TargetSpec.Scheduler spec;
    private final Secrets secrets;
    private final Dialect.Maker dialects;

    /** A target that speaks to its scheduler in that dialect. */
    public GuardedTarget(TargetSpec.Scheduler spec, Secrets secrets, Dialect.Maker dialects) {
        this.spec = spec;
        this.secrets = secrets;
        this.dialects = dialects;
    }

    @Override
    public DispatchClass guarantee() {
        return spec.guarantee();
    }

    @Override
    public Reach reach() {
        return Reach.ANYWHERE;
    }

    @Override
    public CallOutcome call(TargetRequest request) {
        try {
            Dialect dialect = dialects.of(new Order(spec, request, secrets));
            return switch (dialect.look()) {
                case Sight.Ours ours -> new CallOutcome.Accepted(ours.run(), true);
                case Sight.Ready ready -> settle(dialect, dialect.ask(ready.mark()));
                case Sight.Moved moved -> new CallOutcome.Refused(true, moved.detail());
                case Sight.Foreign foreign -> new CallOutcome.Refused(true, foreign.detail());
                case Sight.Impossible impossible -> new CallOutcome.Refused(false, impossible.detail());
                case Sight.Unseen unseen -> new CallOutcome.NotSent("not asked: " + unseen.detail());
            };
        } catch (TargetRefusedException e) {
            return e.outcome();
        }
    }

    @Override
    public QueryOutcome query(TargetRequest request) {
        try {
            return switch (dialects.of(new Order(spec, request, secrets)).look()) {
                case Sight.Ours ours -> new QueryOutcome.Found(ours.run());
                case Sight.Ready _,Sight.Foreign _,Sight.Impossible _ -> new QueryOutcome.NotFound();
                case Sight.Moved moved -> new QueryOutcome.Unknown(moved.detail());
                case Sight.Unseen unseen -> new QueryOutcome.Unknown(unseen.detail());
            };
        } catch (TargetRefusedException e) {
            return new QueryOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private static CallOutcome settle(Dialect dialect, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Taken taken -> new CallOutcome.Accepted(taken.run(), false);
            case Verdict.Later later -> new CallOutcome.NotSent(later.detail());
            case Verdict.Denied denied when denied.conflict() -> afterConflict(lookAgain(dialect), denied.detail());
            case Verdict.Denied denied -> new CallOutcome.Refused(false, denied.detail());
            case Verdict.Unsure unsure -> afterDoubt(lookAgain(dialect), unsure.detail());
        };
    }

    /** After the call nothing may look like a refusal before it: what cannot be asked is not seen. */
    private static Sight lookAgain(Dialect dialect) {
        try {
            return dialect.look();
        } catch (TargetRefusedException e) {
            return new Sight.Unseen(String.valueOf(e.getMessage()));
        }
    }

    /** Only our own name makes a conflict ours; that a run has moved on proves nothing, since this call was refused. */
    private static CallOutcome afterConflict(Sight sight, String detail) {
        return switch (sight) {
            case Sight.Ours ours -> new CallOutcome.Accepted(ours.run(), true);
            case Sight.Ready _,Sight.Moved _,Sight.Foreign _,Sight.Impossible _,Sight.Unseen _ ->
                new CallOutcome.Refused(true, detail);
        };
    }

    /** The place was fit a moment ago: what has moved since has been rerun, and a second call would be one too many. */
    private static CallOutcome afterDoubt(Sight sight, String detail) {
        return switch (sight) {
            case Sight.Ours ours -> new CallOutcome.Accepted(ours.run(), true);
            case Sight.Moved moved -> new CallOutcome.Accepted(moved.run(), true);
            case Sight.Ready _,Sight.Foreign _,Sight.Impossible _,Sight.Unseen _ -> new CallOutcome.Unknown(detail);
        };
    }
}
