// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

/** What an instance has to expect when a rerun is ordered with all that follows. */
public enum Prospect {
    /** It is rerun. */
    RERUN("It is rerun."),
    /** A person is asked first, and it is rerun once one approves. */
    NEEDS_APPROVAL("A person is asked first."),
    /** It may not be rerun on this order, and is listed as stale. */
    REFUSED("It is not rerun."),
    /** It has not succeeded, so nothing of it is stale: it waits for its input, or its scheduler runs it. */
    NOT_RUN_YET("It has not succeeded, so nothing of it is stale."),
    /** Nothing that it reads is rerun, so neither is it. */
    NOT_REACHED("Nothing that it reads is rerun.");

    private final String meaning;

    Prospect(String meaning) {
        this.meaning = meaning;
    }

    /** One sentence for a person. */
    public String meaning() {
        return meaning;
    }

    /** Whether the order goes on to what reads from it. */
    public boolean carries() {
        return this == RERUN || this == NEEDS_APPROVAL;
    }
}
