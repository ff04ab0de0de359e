// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

import dev.reprise.runtime.config.ConfigException;

/**
 * By what an answer is known to be a success. Every part that is given must hold.
 *
 * @param status accepted statuses, each 200 to 299; empty means all of these
 * @param pointer a JSON pointer (RFC 6901) into the body of the answer, such as {@code /code}
 * @param value the text, number or truth value that must stand there; given with the pointer
 */
public record Success(List<Integer> status, Optional<String> pointer, Optional<String> value) {
    /** Any 2xx. */
    public static final Success ANY_2XX = new Success(List.of(), Optional.empty(), Optional.empty());

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public Success {
        status = List.copyOf(status);
        Checks checks = new Checks();
        if (status.stream().anyMatch(each -> each < 200 || each > 299)) {
            checks.problem("status", "expected statuses from 200 to 299, found " + status,
                    "leave it out for all of them");
        }
        if (pointer.isPresent() != value.isPresent()) {
            checks.problem(pointer.isPresent() ? "value" : "pointer", "is missing: the two belong together",
                    "give both, such as pointer: /code and value: 0, or none");
        }
        if (pointer.filter(text -> !isPointer(text)).isPresent()) {
            checks.problem("pointer", "expected a JSON pointer", "begin it with a slash, such as /code");
        }
        checks.throwIfAny();
    }

    /** As configured; what is absent holds always. */
    @JsonCreator
    public static Success of(
            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable List<Integer> status,
            @Nullable String pointer, @Nullable String value) {
        return new Success(status == null ? List.of() : status, Optional.ofNullable(pointer),
                Optional.ofNullable(value));
    }

    private static boolean isPointer(String text) {
        try {
            return !text.isEmpty() && !JsonPointer.compile(text).matches();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Whether a status is one of success. */
    public boolean accepts(int answered) {
        return status.isEmpty() ? answered >= 200 && answered < 300 : status.contains(answered);
    }
}
