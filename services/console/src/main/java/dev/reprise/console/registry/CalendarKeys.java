// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.job.Blackout;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/** Reads what a policy says of times: {@code deadline}, {@code expected-duration}, {@code blackouts}. */
final class CalendarKeys {

    private static final String LEARNED = "learned";
    private static final int LONGEST_WORD = 64;
    private static final String ZONE_FIX = "name a zone of the IANA database, such as zone: Asia/Shanghai";
    private static final Duration WEEK = Duration.ofDays(7);
    /** A week as good as any other: the check of windows against each other must not depend on when it is made. */
    private static final Instant SOME_MONDAY = Instant.parse("2026-01-05T00:00:00Z");

    private CalendarKeys() {}

    static void read(Section policy, PolicyLayer layer) {
        if (policy.isWord("deadline", Words.NEVER)) {
            layer.set(Optional.of(Optional.empty()), PolicyBuilder::deadline);
        } else {
            layer.set(policy.section("deadline").flatMap(CalendarKeys::deadline).map(Optional::of),
                    PolicyBuilder::deadline);
        }
        if (policy.isWord("expected-duration", LEARNED)) {
            layer.set(Optional.of(Optional.empty()), PolicyBuilder::expectedDuration);
        } else {
            layer.set(policy.duration("expected-duration", PolicyLayer.SECOND, PolicyLayer.MONTH).map(Optional::of),
                    PolicyBuilder::expectedDuration);
        }
        layer.set(blackouts(policy), PolicyBuilder::blackouts);
    }

    /** Whether the windows together leave no moment of the week in which a rerun may be sent. */
    static boolean neverOpen(List<Blackout> blackouts) {
        Instant moment = SOME_MONDAY;
        while (moment.isBefore(SOME_MONDAY.plus(WEEK))) {
            Instant now = moment;
            Optional<Instant> end = blackouts.stream().flatMap(window -> window.endOf(now).stream())
                    .max(Instant::compareTo);
            if (end.isEmpty()) {
                return false;
            }
            moment = end.get();
        }
        return true;
    }

    private static Optional<Deadline> deadline(Section deadline) {
        deadline.require("at", "write the time of day, such as at: \"07:00\"");
        deadline.require("zone", ZONE_FIX);
        Optional<String> at = deadline.text("at", LONGEST_WORD);
        Optional<String> zone = deadline.text("zone", LONGEST_WORD);
        int dayOffset = deadline.integer("day-offset", 0, Deadline.MAX_DAYS).orElse(0);
        deadline.finish();
        return at
                .flatMap(time -> zone.flatMap(place -> deadline.makeNamed(() -> new Deadline(time, place, dayOffset))));
    }

    private static Optional<List<Blackout>> blackouts(Section policy) {
        if (!policy.has("blackouts")) {
            return Optional.empty();
        }
        List<Blackout> blackouts = new ArrayList<>();
        for (Section window : policy.sections("blackouts", Policy.MAX_BLACKOUTS)) {
            window.require("from", "write the time of day it begins, such as from: \"22:00\"");
            window.require("to", "write the time of day it ends, such as to: \"06:00\"");
            window.require("zone", ZONE_FIX);
            Optional<String> from = window.text("from", LONGEST_WORD);
            Optional<String> to = window.text("to", LONGEST_WORD);
            Optional<String> zone = window.text("zone", LONGEST_WORD);
            List<DayOfWeek> days = window.choices("days", Words.DAYS);
            window.finish();
            if (from.isPresent() && to.isPresent() && zone.isPresent()) {
                window.makeNamed(() -> new Blackout(from.get(), to.get(), zone.get(), days))
                        .ifPresent(blackouts::add);
            }
        }
        return Optional.of(blackouts);
    }
}
