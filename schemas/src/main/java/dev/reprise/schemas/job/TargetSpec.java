// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.schemas.bound.Bounds;

/**
 * Where and how a rerun is run. Texts may hold placeholders: {@code {{job}}}, {@code {{namespace}}}, {@code {{name}}},
 * {@code {{partition}}}, {@code {{partition.NAME}}}, {@code {{run}}}, {@code {{rerunId}}}, {@code {{generation}}},
 * {@code {{epoch}}}, {@code {{fence}}}, {@code {{notAfter}}}, {@code {{override.NAME:DEFAULT}}}.
 * Secrets are written {@code ${env:NAME}} or {@code ${file:PATH}} and resolved by the runner alone.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface TargetSpec {
    /**
     * A process on the runner's machine. Keyed: its run directory is created atomically under the rerun id.
     *
     * @param command program and arguments, each one argument of the new process; never given to a shell
     * @param workingDirectory where it runs; the run directory where absent
     * @param environment added to the runner's own
     * @param timeout after this it is stopped; absent: never
     */
    @JsonTypeName("process")
    record Process(List<String> command, Optional<String> workingDirectory, Map<String, String> environment,
            Optional<Duration> timeout) implements TargetSpec {
        /** Most arguments, the program included. */
        public static final int MAX_ARGUMENTS = 64;
        /** Longest single argument, in characters. */
        public static final int MAX_ARGUMENT = 4096;
        /** Longest command, all arguments together, in characters. */
        public static final int MAX_COMMAND = 8192;

        /**
         * Checks the bounds and takes copies.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Process {
            command = Bounds.list("command", command, 1, MAX_ARGUMENTS);
            Bounds.text("the program, the first entry of command", command.get(0), MAX_ARGUMENT);
            command.forEach(argument -> Bounds.atMost("an argument in command", argument, MAX_ARGUMENT));
            int total = command.stream().mapToInt(String::length).sum();
            if (total > MAX_COMMAND) {
                throw new IllegalArgumentException(
                        "command has " + total + " characters in all: at most " + MAX_COMMAND + " are allowed");
            }
            Bounds.text("workingDirectory", workingDirectory, 1024);
            environment = Bounds.map("environment", environment, 64, 128, Bounds.MAX_TEXT);
            timeout.ifPresent(limit -> Bounds.positive("timeout", limit));
        }
    }

    /**
     * An HTTP call.
     *
     * @param method POST, PUT or PATCH
     * @param url an absolute http or https address; values put into it are percent-encoded
     * @param headers added to the request
     * @param body the body; values put into a JSON body are escaped
     * @param idempotencyKeyHeader the header that carries the rerun id
     * @param success when the answer means that the rerun was taken
     * @param query how to ask for our own run when an answer was lost or a conflict is reported
     * @param fence how it is shown a newer fencing token; with the class fenced, and only with it
     * @param guarantee what a second call under the same key does
     * @param timeout how long one call may take, up to 60 s
     */
    @JsonTypeName("http")
    record Http(String method, String url, Map<String, String> headers, Optional<String> body,
            Optional<String> idempotencyKeyHeader, HttpSuccess success, Optional<HttpQuery> query,
            Optional<HttpFence> fence, DispatchClass guarantee, Duration timeout) implements TargetSpec {
        /** Longest body, in characters. */
        public static final int MAX_BODY = 8192;
        /** Longest time that one call may take. */
        public static final Duration MAX_TIMEOUT = Duration.ofSeconds(60);
        private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

        /**
         * Checks the bounds and takes a copy.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Http {
            if (!METHODS.contains(method)) {
                throw new IllegalArgumentException("method is not one of POST, PUT and PATCH: give one of them");
            }
            HttpFields.url("url", url);
            headers = Bounds.map("headers", headers, 32, 128, 1024);
            body.ifPresent(text -> Bounds.atMost("body", text, MAX_BODY));
            Bounds.text("idempotencyKeyHeader", idempotencyKeyHeader, 128);
            Bounds.positive("timeout", timeout);
            if (timeout.compareTo(MAX_TIMEOUT) > 0) {
                throw new IllegalArgumentException(
                        "timeout is " + timeout + ": at most " + MAX_TIMEOUT + " is allowed");
            }
            boolean fenced = guarantee instanceof DispatchClass.Fenced;
            if (fenced != fence.isPresent()) {
                throw new IllegalArgumentException(fenced
                        ? "guarantee is fenced without a fence: say how the target is shown a newer token"
                        : "fence is given, but the guarantee is not fenced: remove it, or give the class fenced");
            }
            if (fenced && query.isEmpty()) {
                throw new IllegalArgumentException(
                        "guarantee is fenced without a query: say how the target is asked for the run");
            }
        }
    }

    /**
     * One action of a scheduler that Reprise knows by its own interface.
     *
     * @param action what it is asked to do
     * @param settings by the names that the action takes; texts may hold placeholders and references of secrets
     * @param guarantee what a second call under the same rerun does: keyed only where the action has a memory
     * @param timeout how long one request may take, up to 60 s
     */
    @JsonTypeName("scheduler")
    record Scheduler(SchedulerAction action, Map<String, String> settings, DispatchClass guarantee,
            Duration timeout) implements TargetSpec {
        /**
         * Checks the bounds and takes a copy. Which settings an action takes is checked where a document is read and
         * where the rerun is sent.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Scheduler {
            settings = Bounds.map("settings", settings, SchedulerAction.MAX_SETTINGS, 128, Bounds.MAX_TEXT);
            if (guarantee instanceof DispatchClass.Fenced
                    || guarantee instanceof DispatchClass.Keyed && action.memory().isEmpty()) {
                throw new IllegalArgumentException("guarantee of " + action
                        + " is more than it keeps: declare it opaque, or keyed where it has a memory of names");
            }
            Bounds.positive("timeout", timeout);
            if (timeout.compareTo(Http.MAX_TIMEOUT) > 0) {
                throw new IllegalArgumentException(
                        "timeout is " + timeout + ": at most " + Http.MAX_TIMEOUT + " is allowed");
            }
        }
    }
}
