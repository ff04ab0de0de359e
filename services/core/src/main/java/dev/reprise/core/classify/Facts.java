// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.schemas.event.ErrorEvidence;

/**
 * What rules are held against.
 *
 * @param source who reported the failure
 * @param type the error type, if known
 * @param code the error code, if known
 * @param exitCode the exit status, if known
 * @param headline what the failure says of itself: code, type and message. Sources differ in which of them carries what, so
 *        a message pattern is tried on all three
 * @param outputTail the end of its output, or nothing
 */
record Facts(String source, Optional<String> type, Optional<String> code, Optional<Integer> exitCode,
        List<String> headline, List<String> outputTail) {

    static Facts of(String source, Optional<ErrorEvidence> evidence) {
        if (evidence.isEmpty()) {
            return new Facts(source, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of());
        }
        ErrorEvidence error = evidence.get();
        List<String> headline = Stream.of(error.code(), error.type(), Optional.of(error.message()))
                .flatMap(Optional::stream).toList();
        return new Facts(source, error.type(), error.code(), error.exitCode(), headline,
                error.outputTail().map(List::of).orElse(List.of()));
    }

    List<String> texts() {
        return Stream.concat(headline.stream(), outputTail.stream()).toList();
    }
}
