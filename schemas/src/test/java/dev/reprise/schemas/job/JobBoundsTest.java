// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.schemas.decision.FailureClass;

/** The rules that no JSON Schema can say: two fields together, all entries together, lengths of time. */
class JobBoundsTest {
    private static final HttpFence FENCE = new HttpFence("PUT", "https://example.org", Optional.empty());
    private static final HttpSuccess SUCCESS = new HttpSuccess(
            List.of(200), Optional.empty(), Optional.empty(), Optional.empty());

    @ParameterizedTest
    @MethodSource
    void shouldNameFieldAndFix(ThrowingCallable made, String message) {
        assertThatIllegalArgumentException().isThrownBy(made).withMessage(message);
    }

    static Stream<Arguments> shouldNameFieldAndFix() {
        return Stream.of(
                refused(() -> new Deadline("7:00", "Asia/Shanghai", 0),
                        "at is no time of day to the minute: give one such as 07:00"),
                refused(() -> new Deadline("07:00:30", "Asia/Shanghai", 0),
                        "at is no time of day to the minute: give one such as 07:00"),
                refused(() -> new Deadline("25:00", "Asia/Shanghai", 0),
                        "at is '25:00': give a time of day such as 07:00"),
                refused(() -> new Deadline("07:00", "Asia/Peking", 0),
                        "zone is 'Asia/Peking': give a zone of the IANA database such as Asia/Shanghai"),
                refused(() -> new Deadline("07:00", "Z", 0),
                        "zone is 'Z', an offset: give a zone of the IANA database such as Asia/Shanghai"),
                refused(() -> new Deadline("07:00", "Asia/Shanghai", 32), "dayOffset is 32: give 0 to 31"),
                refused(() -> new Blackout("22:00", "22:00", "Asia/Shanghai", List.of()),
                        "to is the same as from: give a window of some length"),
                refused(() -> new Blackout("22:00", "midnight", "Asia/Shanghai", List.of()),
                        "to is no time of day to the minute: give one such as 07:00"),
                refused(() -> new FailureRule("r", Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
                        Optional.empty(), FailureClass.DATA, true, Optional.empty()),
                        "rule 'r' matches everything: state source, type, code, exitCodes or message"),
                refused(() -> new OverrideRule(Optional.empty(), Optional.empty(), Map.of("memory", "x2"), Map.of(),
                        Map.of()), "an override applies to nothing: state failureClass or rule"),
                refused(() -> new ClassBudget(FailureClass.DATA, 101), "reruns is 101: give 0 to 100"),
                refused(() -> new AdmissionRule("g", 20, Duration.ZERO, Duration.ofMinutes(5), 3, 30,
                        BreakerRelease.AUTOMATIC, 0, 100, 0),
                        "window is PT0S: give a duration above zero, such as PT30S"),
                refused(() -> analysis("9F86".repeat(16)), "hash is no SHA-256: give 64 characters of 0-9 and a-f"),
                refused(() -> new ApprovalRule(Duration.ZERO, false),
                        "approval.timeout is PT0S: give a duration above zero, such as PT30S"),
                refused(() -> new Backoff(Duration.ofSeconds(-1), 2, Duration.ofMinutes(1), 0),
                        "backoff.initial is PT-1S: give PT0S or more"),
                refused(() -> new Flapping(10, Duration.ofHours(-1)),
                        "flapping.window is PT-1H: give a duration above zero, such as PT30S"),
                refused(() -> new DispatchClass.Keyed(Duration.ZERO),
                        "guarantee.horizon is PT0S: give a duration above zero, such as PT30S"),
                refused(() -> new HttpSuccess(List.of(200), Optional.of("/a"), Optional.empty(), Optional.empty()),
                        "success has only one of pointer and equalTo: give both or none"),
                refused(() -> http("https://example.org", Duration.ofSeconds(61)),
                        "timeout is PT1M1S: at most PT1M is allowed"),
                refused(() -> http("example.org/run", Duration.ofSeconds(1)),
                        "url does not begin with http:// or https://: give an absolute address"),
                refused(() -> http(new DispatchClass.Fenced(), Optional.empty()),
                        "guarantee is fenced without a fence: say how the target is shown a newer token"),
                refused(() -> http(new DispatchClass.Opaque(), Optional.of(FENCE)),
                        "fence is given, but the guarantee is not fenced: remove it, or give the class fenced"),
                refused(() -> http(new DispatchClass.Fenced(), Optional.of(FENCE)),
                        "guarantee is fenced without a query: say how the target is asked for the run"),
                refused(() -> new HttpFence("GET", "https://example.org", Optional.empty()),
                        "fence.method is not one of POST, PUT and PATCH: give one of them"),
                refused(() -> process(List.of(" ")),
                        "the program, the first entry of command is empty: give 1 to 4096 characters"),
                refused(() -> process(Collections.nCopies(3, "x".repeat(4096))),
                        "command has 12288 characters in all: at most 8192 are allowed"));
    }

    @Test
    void shouldTakeTheLongestCommand() {
        TargetSpec.Process longest = (TargetSpec.Process) process(Collections.nCopies(2, "x".repeat(4096)));

        assertThat(longest.command()).hasSize(2);
    }

    private static DefinitionAnalysis analysis(String hash) {
        return new DefinitionAnalysis(Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.UNKNOWN, List.of(), List.of(), "a.sql",
                hash, Instant.EPOCH);
    }

    private static TargetSpec http(String url, Duration timeout) {
        return new TargetSpec.Http("POST", url, Map.of(), Optional.empty(), Optional.empty(), SUCCESS, Optional.empty(),
                Optional.empty(),
                new DispatchClass.Opaque(), timeout);
    }

    private static TargetSpec http(DispatchClass guarantee, Optional<HttpFence> fence) {
        return new TargetSpec.Http("POST", "https://example.org", Map.of(), Optional.empty(), Optional.empty(), SUCCESS,
                Optional.empty(), fence, guarantee, Duration.ofSeconds(1));
    }

    private static TargetSpec process(List<String> command) {
        return new TargetSpec.Process(command, Optional.empty(), Map.of(), Optional.empty());
    }

    private static Arguments refused(ThrowingCallable made, String message) {
        return arguments(made, message);
    }
}
