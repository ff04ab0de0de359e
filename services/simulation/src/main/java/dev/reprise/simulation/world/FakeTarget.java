// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Target;
import dev.reprise.schemas.job.DispatchClass;

/** The target: keeps the promise of its class, and a journal of each start that it accepted. */
public final class FakeTarget {
    private final Setting setting;
    private final Time time;
    private final Map<String, Instant> keys = new HashMap<>();
    private final List<Start> journal = new ArrayList<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private int repeated;
    private int fenced;
    private int stale;

    /** How it behaves towards one call. */
    public enum Mood {
        /** It accepts, or finds what it has. */
        WELL,
        /** It accepts and then answers with an error. */
        FAILS_AFTER,
        /** It says no before it has done anything. */
        REFUSES,
        /** Something else holds the place. */
        CONFLICTS,
        /** It cannot be reached. */
        IS_AWAY
    }

    /** Makes a target that has started nothing. */
    public FakeTarget(Setting setting, Time time) {
        this.setting = setting;
        this.time = time;
    }

    /** A question has reached it. */
    public Outcome take(Call call, Mood mood) {
        return switch (call.ask().question()) {
            case CALL -> call(call, mood);
            case FENCE -> fence(call, mood);
            case QUERY -> query(call, mood);
        };
    }

    private FenceOutcome fence(Call call, Mood mood) {
        return switch (mood) {
            case WELL -> {
                install(call);
                yield new FenceOutcome.Installed();
            }
            case FAILS_AFTER -> {
                install(call);
                yield new FenceOutcome.Unknown("answered 500");
            }
            case REFUSES, CONFLICTS, IS_AWAY -> new FenceOutcome.Unknown("answered nothing of use");
        };
    }

    private void install(Call call) {
        tokens.merge(key(call), call.ask().request().fence(), Math::max);
        fenced++;
    }

    private QueryOutcome query(Call call, Mood mood) {
        if (mood != Mood.WELL) {
            return new QueryOutcome.Unknown("answered nothing of use");
        }
        return keys.containsKey(key(call))
                ? new QueryOutcome.Found(call.ask().flight().command().rerunId().asRun())
                : new QueryOutcome.NotFound();
    }

    private CallOutcome call(Call call, Mood mood) {
        if (setting.assurance().guarantee() instanceof DispatchClass.Fenced
                && call.ask().request().fence() < tokens.getOrDefault(key(call), Long.MIN_VALUE)) {
            stale++;
            return new CallOutcome.Refused(true, "a newer token is installed");
        }
        return switch (mood) {
            case WELL -> accept(call);
            case FAILS_AFTER -> {
                accept(call);
                yield new CallOutcome.Unknown("answered 500");
            }
            case REFUSES -> new CallOutcome.Refused(false, "answered 400");
            case CONFLICTS -> new CallOutcome.Refused(true, "answered 409 and has no run of ours");
            case IS_AWAY -> new CallOutcome.NotSent("no connection");
        };
    }

    /** What it has started, in order. */
    public List<Start> journal() {
        return Collections.unmodifiableList(journal);
    }

    /** How often it was shown a token. */
    public int fenced() {
        return fenced;
    }

    /** How many calls came under a token that was no longer the newest. */
    public int stale() {
        return stale;
    }

    /** How many calls found a start that was there already. */
    public int repeated() {
        return repeated;
    }

    private CallOutcome accept(Call call) {
        boolean known = remembers(call);
        if (known) {
            repeated++;
        } else {
            keys.put(key(call), time.now());
            journal.add(new Start(call.ask().flight().command(), call.ask().request().epoch(), call.decidedAt(),
                    time.now()));
        }
        return new CallOutcome.Accepted(call.ask().flight().command().rerunId().asRun(), known);
    }

    private boolean remembers(Call call) {
        Instant since = keys.get(key(call));
        return since != null && switch (setting.assurance().guarantee()) {
            case DispatchClass.Keyed keyed -> time.now().isBefore(since.plus(keyed.horizon()));
            case DispatchClass.Opaque _,DispatchClass.Fenced _ -> false;
        };
    }

    /** A target that is in one place for each runner remembers for each of them alone. */
    private String key(Call call) {
        String id = call.ask().flight().command().rerunId().value();
        return setting.assurance().reach() == Target.Reach.SAME_PLACE ? call.place() + "/" + id : id;
    }
}
