// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import java.time.Duration;

import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Idempotency;

/** Whole good histories of one instance. */
enum Stories {
    /** Nothing fails. */
    QUIET(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            script.pass(Duration.ofMinutes(1));
            life.succeeded("r1");
        }
    },
    /** It fails, is rerun, and succeeds. */
    RERUN(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            Proposal proposal = life.failed("r1");
            life.rerun(proposal);
            life.dispatch(proposal);
            life.succeeded(proposal.rerunId().value());
        }
    },
    /** The rerun fails as well and is rerun once more. */
    TWICE(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            Proposal first = life.failed("r1");
            life.rerun(first);
            life.dispatch(first);
            Proposal second = life.failed(first.rerunId().value());
            life.rerun(second);
            life.dispatch(second);
            life.succeeded(second.rerunId().value());
        }
    },
    /** It may not be repeated: a person is told, and told again when it is over. */
    TOLD(Idempotency.NOT_IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            life.failedAndTold("r1", Reason.NON_IDEMPOTENT);
            script.pass(Duration.ofMinutes(20));
            life.started("r2");
            life.succeeded("r2");
        }
    },
    /** It never began, so it may run whatever it is. */
    NEVER_BEGAN(Idempotency.NOT_IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            Proposal proposal = life.failed("r1", RunPhase.NEVER_STARTED);
            life.rerun(proposal);
            life.dispatch(proposal);
            life.succeeded(proposal.rerunId().value());
        }
    },
    /** A person answers for repeating it. */
    APPROVED(Idempotency.NOT_IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            Proposal asked = life.failed("r1");
            Proposal allowed = life.approved(asked);
            life.confirm(allowed);
            life.dispatch(allowed);
            life.succeeded(allowed.rerunId().value());
        }
    },
    /** Nobody knows whether the target took it; a person asks again. */
    PARKED(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            Proposal proposal = life.failed("r1");
            life.rerun(proposal);
            life.takeOver();
            life.intend(proposal);
            life.park(proposal);
            script.pass(Duration.ofMinutes(5));
            Proposal manual = life.requested("click-1", false, false, "r1");
            life.confirm(manual);
            life.dispatch(manual);
            life.succeeded(manual.rerunId().value());
        }
    },
    /** It waits for what it reads for hours, is looked at in vain, and is rerun once that is there. */
    HELD(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            Proposal proposal = life.failed("r1");
            life.hold(proposal);
            script.pass(Duration.ofHours(3));
            life.confirm(proposal);
            life.dispatch(proposal);
            life.succeeded(proposal.rerunId().value());
        }
    },
    /** It could not run because something before it had failed. */
    UPSTREAM(Idempotency.NOT_IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            Proposal proposal = life.failedUpstream("r1");
            script.pass(Duration.ofMinutes(10));
            life.confirm(proposal);
            life.dispatch(proposal);
            life.succeeded(proposal.rerunId().value());
        }
    },
    /** The answer of the target is lost, the key is sent again and taken; nothing need be decided then. */
    IN_DOUBT(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            Proposal proposal = life.failed("r1");
            life.rerun(proposal);
            life.takeOver();
            life.intend(proposal);
            life.doubt(proposal);
            script.pass(Duration.ofMinutes(1));
            life.accept(proposal);
            life.started(proposal.rerunId().value());
            life.succeeded(proposal.rerunId().value());
        }
    },
    /** Each run asks before it starts and before it publishes; the first comes back when its rerun is under way. */
    GATED(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.pass(Gate.START, "r1", "r1-start", 0, 1);
            life.started("r1");
            Proposal proposal = life.failed("r1");
            life.rerun(proposal);
            String rerun = proposal.rerunId().value();
            life.takeOver();
            life.intend(proposal);
            life.accept(proposal);
            life.pass(Gate.START, rerun, "start", 1, 9);
            life.started(rerun);
            life.turnAway(Gate.COMMIT, "r1", "r1-commit", Reason.PERMIT_SUPERSEDED);
            life.pass(Gate.COMMIT, rerun, "commit", 1, 12);
            life.succeeded(rerun);
            life.turnAway(Gate.COMMIT, "r1", "r1-commit-again", Reason.PERMIT_ALREADY_SUCCEEDED);
        }
    },
    /** It succeeds and is repeated by force. */
    FORCED(Idempotency.IDEMPOTENT) {
        @Override
        void play(Script script, Life life) {
            life.started("r1");
            life.succeeded("r1");
            Proposal manual = life.requested("click-1", true, false, "r1");
            life.confirm(manual);
            life.dispatch(manual);
            life.succeeded(manual.rerunId().value());
        }
    };

    private final Idempotency idempotency;

    Stories(Idempotency idempotency) {
        this.idempotency = idempotency;
    }

    abstract void play(Script script, Life life);

    /** A registered instance to which nothing has happened. */
    Life begin(Script script, String partition) {
        Life life = new Life(script, new InstanceId(new JobId("etl", name().toLowerCase(java.util.Locale.ROOT)),
                new PartitionKey(partition)), idempotency);
        life.register();
        return life;
    }

    /** The whole story in a history of its own. */
    Script alone() {
        Script script = new Script();
        play(script, begin(script, "ds=2026-11-29"));
        return script;
    }
}
