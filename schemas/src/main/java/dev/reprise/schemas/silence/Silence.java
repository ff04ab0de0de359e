// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.silence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.match.Matcher;

/**
 * Alerts that nobody is told of for a while: the value of the compacted {@code silences} topic under its id. A record
 * without a value, or an end that has passed, ends it. It never hides that an alert is over from who was told that it
 * fires.
 *
 * @param id its identity, 1 to 256 characters
 * @param matchers what must hold for an alert, all of it, such as {@code owner="billing"}; 1 to {@value #MAX_MATCHERS},
 *     at least one of which does not match every value
 * @param startsAt from when on it holds
 * @param endsAt when it ends by itself, at most {@link #LONGEST} later
 * @param actor the person
 * @param reason why, in the person's words, 1 to 2048 characters
 */
public record Silence(String id, List<String> matchers, Instant startsAt, Instant endsAt, String actor,
        String reason) {
    /** Most matchers. */
    public static final int MAX_MATCHERS = 16;
    /** Longest time that one may hold. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /**
     * Checks the names, the matchers and the times.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Silence {
        Bounds.name("id", id);
        matchers = Bounds.list("matchers", matchers, 1, MAX_MATCHERS);
        List<Matcher> read = matchers.stream()
                .map(text -> Matcher.parse(Bounds.text("matchers", text, Matcher.MAX_LENGTH))).toList();
        if (read.stream().allMatch(matcher -> matcher.matches(Map.of()))) {
            throw new IllegalArgumentException("matchers hold for an alert without any label, so that the silence would"
                    + " hide far more than meant: give one that names a value, such as job=\"shop/daily\"");
        }
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
        if (!endsAt.isAfter(startsAt)) {
            throw new IllegalArgumentException("endsAt is not after startsAt: give a later time");
        }
        if (Duration.between(startsAt, endsAt).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("endsAt is more than " + LONGEST.toDays() + " days after startsAt: a"
                    + " silence that long hides what nobody remembers; change the subscription");
        }
    }

    /** Whether it is about an alert with these labels. */
    public boolean hides(Map<String, String> labels) {
        return matchers.stream().allMatch(text -> Matcher.parse(text).matches(labels));
    }

    /** Whether it holds at a moment. */
    public boolean activeAt(Instant moment) {
        return !moment.isBefore(startsAt) && moment.isBefore(endsAt);
    }
}
