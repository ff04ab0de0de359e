// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.schemas.topic.Topics;

/** A promise that can be checked on a history. Pure: the same history always comes to the same. */
public interface Invariant {
    /** Its name, such as {@code I7}. */
    String id();

    /** What it says, in one line. */
    String promise();

    /** The topics without which nothing can be said. */
    Set<Topics> needs();

    /** Looks at every case of it. */
    void judge(History history, Judgement judgement);
}
