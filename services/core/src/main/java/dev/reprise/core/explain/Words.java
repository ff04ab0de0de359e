// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

import dev.reprise.core.classify.Classification;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AttemptId;

/** Runs, errors, classes and times as people write them. */
final class Words {
    private static final int LONGEST_ERROR = 160;
    private static final int SECONDS = 60;

    private Words() {}

    static String name(AttemptId attempt) {
        return "run " + attempt.run() + (attempt.number() == 1 ? "" : ", attempt " + attempt.number());
    }

    /** In brackets what the last failure said of itself; nothing where it said nothing. */
    static String error(InstanceState state) {
        return state.evidence().map(Words::shortError).filter(text -> !text.isEmpty()).map(text -> " (" + text + ")")
                .orElse("");
    }

    /** The class of the last failure and the rule that gave it; nothing where it has none. */
    static String taken(InstanceState state) {
        return state.diagnosis().filter(found -> found.failureClass() != FailureClass.UNKNOWN)
                .map((Classification found) -> " It was taken for a failure of class " + word(found.failureClass())
                        + found.rule().map(rule -> ", by rule " + rule).orElse("") + ".")
                .orElse("");
    }

    /** A class as policies write it. */
    static String word(FailureClass failureClass) {
        return failureClass.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The meaning of a reason inside a sentence. */
    static String clause(Reason reason) {
        String meaning = reason.meaning();
        return Character.toLowerCase(meaning.charAt(0)) + meaning.substring(1, meaning.length() - 1);
    }

    /** A person's words, ended by a full stop. */
    static String sentence(String text) {
        String stripped = text.strip();
        return stripped.endsWith(".") ? stripped : stripped + ".";
    }

    static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** A length of time such as {@code 25m} or {@code 1h30m}. */
    static String length(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < SECONDS) {
            return seconds + "s";
        }
        long hours = duration.toHours();
        int minutes = duration.toMinutesPart();
        return (hours == 0 ? "" : hours + "h") + (minutes == 0 ? "" : minutes + "m");
    }

    static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String shortError(ErrorEvidence evidence) {
        String message = evidence.message().lines().findFirst().orElse("").strip();
        String cut = message.length() <= LONGEST_ERROR ? message : message.substring(0, LONGEST_ERROR) + "…";
        return evidence.exitCode().map(code -> "exit " + code + (cut.isEmpty() ? "" : ": ")).orElse("") + cut;
    }
}
