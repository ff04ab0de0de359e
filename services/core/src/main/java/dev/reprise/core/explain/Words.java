// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

import dev.reprise.core.classify.Classification;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AttemptId;

/** Runs, errors, classes and times as they are stated. */
final class Words {
    private static final int LONGEST_ERROR = 160;
    private static final int SECONDS = 60;

    private Words() {}

    /** A statement about a run; its attempt is said where there were more than one. */
    static Statement run(Wording wording, AttemptId attempt) {
        return Statement.of(wording, "run", attempt.run()).with("attempt",
                Optional.of(attempt.number()).filter(number -> number > 1));
    }

    /** What the last failure said of itself; nothing where it said nothing. */
    static Optional<String> error(InstanceState state) {
        return state.evidence().map(Words::shortError).filter(text -> !text.isEmpty());
    }

    /** The class of the last failure and the rule that gave it; nothing where it has none. */
    static Optional<Statement> taken(InstanceState state) {
        return state.diagnosis().filter(found -> found.failureClass() != FailureClass.UNKNOWN)
                .map((Classification found) -> Statement.of(Wording.TAKEN_FOR, "class", word(found.failureClass()))
                        .with("rule", found.rule()));
    }

    /** What a reason means. */
    static Statement meaning(Reason reason) {
        return because(Wording.REASON, reason);
    }

    /** A statement that rests on a reason. */
    static Statement because(Wording wording, Reason reason) {
        return Statement.of(wording, "reason", reason.name());
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

    /** A person's words, to which a full stop is added where they are told. */
    static String sentence(String text) {
        String stripped = text.strip();
        return stripped.endsWith(".") ? stripped.substring(0, stripped.length() - 1) : stripped;
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

    private static String shortError(ErrorEvidence evidence) {
        String message = evidence.message().lines().findFirst().orElse("").strip();
        String cut = message.length() <= LONGEST_ERROR ? message : message.substring(0, LONGEST_ERROR) + "…";
        return evidence.exitCode().map(code -> "exit " + code + (cut.isEmpty() ? "" : ": ")).orElse("") + cut;
    }
}
