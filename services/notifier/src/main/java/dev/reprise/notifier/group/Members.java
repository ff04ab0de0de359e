// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.id.AlertKey;

/** The alerts of one group, a row each: a group in a storm has thousands. */
public interface Members {
    /** One of them. */
    Optional<Member> find(AlertKey alertKey);

    /** All of them, in the order of their keys. */
    List<Member> all();

    /** Stores one. */
    void put(Member member);

    /** Removes one. */
    void remove(AlertKey alertKey);
}
