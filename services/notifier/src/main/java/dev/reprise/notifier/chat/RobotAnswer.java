// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;

/**
 * The answer of a robot that says 200 to everything and puts its verdict into a number of the body.
 *
 * @param field the number's name; zero is success
 * @param throttled numbers that mean too many messages
 * @param pause how long to wait after one of those
 * @param signature numbers that mean that the signature, or the time in it, is not accepted
 */
record RobotAnswer(String field, Set<Integer> throttled, Duration pause, Set<Integer> signature) {
    private static final int BUSY = -1;

    /** What an answer means. */
    AttemptResult judge(JsonMapper mapper, Outcome.Answer answer, Instant now) {
        if (answer.status() != 200) {
            return HttpPost.unsuccessful(answer, now);
        }
        JsonNode number;
        try {
            number = mapper.readTree(answer.body()).path(field);
        } catch (JacksonException _) {
            return new Failed("answered 200 and no JSON", Optional.empty(), true);
        }
        if (!number.isInt()) {
            return new Failed("answered 200 without " + field, Optional.empty(), true);
        }
        int code = number.intValue();
        // The robot's own words may repeat what was sent to it: only the number is told.
        String detail = "answered " + field + " " + code;
        if (code == 0) {
            return new Delivered(Optional.empty());
        }
        if (throttled.contains(code)) {
            return new Failed(detail + ": too many messages", Optional.of(pause), false);
        }
        if (signature.contains(code)) {
            return new Refused(detail + ": signature or keyword not accepted: check secret and keyword"
                    + skew(answer, now));
        }
        return code == BUSY ? new Failed(detail, Optional.empty(), false) : new Refused(detail);
    }

    /** A clock that is off gives the same number as a wrong secret. */
    private static String skew(Outcome.Answer answer, Instant now) {
        return answer.headers().firstValue("date").flatMap(RobotAnswer::date)
                .map(theirs -> Duration.between(theirs, now)).filter(off -> off.abs().toMinutes() >= 1)
                .map(off -> "; this clock is off by " + off.toSeconds() + " s").orElse("");
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
