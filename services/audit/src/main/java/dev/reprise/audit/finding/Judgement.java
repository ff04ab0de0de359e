// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts what an invariant looks at. For one thread and one invariant. */
public final class Judgement {
    private final String invariant;
    private final String promise;
    private final List<Violation> violations = new ArrayList<>();
    private long checked;
    private long notJudged;
    private long violationCount;
    private Optional<String> obstacle = Optional.empty();
    private Optional<String> note = Optional.empty();

    /** Begins with nothing looked at. */
    public Judgement(String invariant, String promise) {
        this.invariant = invariant;
        this.promise = promise;
    }

    /** A case was judged. */
    public void checked() {
        checked++;
    }

    /** A case could not be judged. */
    public void notJudged() {
        notJudged++;
    }

    /** A case that was judged breaks the invariant. */
    public void violated(String text) {
        violationCount++;
        if (violations.size() < Finding.MOST_KEPT) {
            violations.add(new Violation(text));
        }
    }

    /** Judges a case: it is counted, and told when it does not hold. */
    public void require(boolean holds, String otherwise) {
        checked();
        if (!holds) {
            violated(otherwise);
        }
    }

    /** The invariant cannot be said to hold, since something is missing. The first reason counts. */
    public void cannot(String reason) {
        if (obstacle.isEmpty()) {
            obstacle = Optional.of(reason);
        }
    }

    /** A part of the promise was not looked at. */
    public void note(String text) {
        note = Optional.of(note.map(before -> before + "; " + text).orElse(text));
    }

    /** What it came to: a violation counts whatever else is missing. */
    public Finding finding() {
        Status status = violationCount > 0
                ? new Status.Violated()
                : obstacle.<Status>map(Status.NotCheckable::new).orElseGet(Status.Holds::new);
        return new Finding(invariant, promise, status, checked, notJudged, violationCount, violations, note);
    }
}
