// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Instant;
import java.util.List;

import dev.reprise.schemas.notification.Suppression;

/** What holds firing alerts back: what people and other alerts say, as far as it is known. */
@FunctionalInterface
public interface Hush {
    /** Nothing is held back. */
    Hush NOTHING = (member, now) -> List.of();

    /** What holds an alert back now; nothing for one that may be told. */
    List<Suppression> of(Member member, Instant now);
}
