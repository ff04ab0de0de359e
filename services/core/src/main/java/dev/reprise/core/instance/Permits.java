// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.id.AttemptId;

/**
 * What the gate of an instance remembers. Asking and answering start nothing, end no rerun and hold none back; they only
 * say which of several runs may go on.
 *
 * @param generation the generation that the holders belong to; a newer one of the instance has none yet
 * @param start who may run
 * @param commit who may publish
 * @param lastToken the highest fencing token given; 0 before the first
 * @param done whether the owner's success was seen and no rerun was decided since: then nobody passes
 * @param answers the newest answers, so that a request that is told again is answered alike
 */
public record Permits(long generation, Optional<Holder> start, Optional<Holder> commit, long lastToken, boolean done,
        List<Decision> answers) {
    /** Answers kept; a holder is remembered apart from them. */
    public static final int CAPACITY = 8;
    /** Nobody has asked. */
    public static final Permits NONE = new Permits(0, Optional.empty(), Optional.empty(), 0, false, List.of());

    /** Takes a copy. */
    public Permits {
        answers = List.copyOf(answers);
    }

    /**
     * Who has a permit.
     *
     * @param attempt the attempt
     * @param asker the process: another one may bear the same name
     * @param token its fencing token
     */
    public record Holder(AttemptId attempt, String asker, long token) {
        boolean is(AttemptId other, String process) {
            return attempt.equals(other) && asker.equals(process);
        }

        /** An earlier try of the same run. */
        boolean isBefore(AttemptId other) {
            return attempt.run().equals(other.run()) && attempt.number() < other.number();
        }
    }

    /** Who has the permit of a generation. */
    Optional<Holder> holder(Gate gate, long of) {
        return of != generation ? Optional.empty() : gate == Gate.START ? start : commit;
    }

    /** What a request was answered before. */
    Optional<Decision> answer(String requestId) {
        return answers.stream().filter(answer -> requestId.equals(requestOf(answer))).findFirst();
    }

    Permits with(Decision.Grant grant) {
        if (answer(grant.requestId()).isPresent()) {
            return this;
        }
        Holder asks = new Holder(grant.attempt(), grant.asker(), grant.token());
        boolean newer = grant.generation() > generation;
        Optional<Holder> starts = newer ? Optional.empty() : start;
        Optional<Holder> commits = newer ? Optional.empty() : commit;
        return new Permits(grant.generation(), grant.gate() == Gate.START ? Optional.of(asks) : starts,
                grant.gate() == Gate.COMMIT ? Optional.of(asks) : commits, Math.max(lastToken, grant.token()), done,
                answered(grant));
    }

    Permits with(Decision.Refuse refuse) {
        return answer(refuse.requestId()).isPresent()
                ? this
                : new Permits(generation, start, commit, lastToken, done, answered(refuse));
    }

    Permits withDone(boolean next) {
        return next == done ? this : new Permits(generation, start, commit, lastToken, next, answers);
    }

    /** What is left when requests are too old to be told again. */
    Permits withoutAnswers() {
        return new Permits(generation, start, commit, lastToken, done, List.of());
    }

    private List<Decision> answered(Decision answer) {
        List<Decision> kept = answers.size() < CAPACITY ? answers : answers.subList(1, answers.size());
        return Memory.with(kept, answer);
    }

    private static String requestOf(Decision answer) {
        return switch (answer) {
            case Decision.Grant grant -> grant.requestId();
            case Decision.Refuse refuse -> refuse.requestId();
            case Decision.Rerun _,Decision.Shadow _,Decision.Wait _,Decision.Suppress _,Decision.Alert _,Decision.Resolve _,Decision.Withdraw _ ->
                throw new IllegalStateException("no answer to a request: " + answer);
        };
    }
}
