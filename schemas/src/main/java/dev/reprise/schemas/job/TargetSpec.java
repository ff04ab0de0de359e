// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where and how a rerun is run. Texts may hold placeholders: {@code {{job}}}, {@code {{namespace}}}, {@code {{name}}},
 * {@code {{partition}}}, {@code {{partition.NAME}}}, {@code {{run}}}, {@code {{rerunId}}}, {@code {{generation}}}.
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
        /** Takes copies. */
        public Process {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
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
     * @param guarantee what a second call under the same key does
     * @param timeout how long one call may take, up to 60 s
     */
    @JsonTypeName("http")
    record Http(String method, String url, Map<String, String> headers, Optional<String> body,
            Optional<String> idempotencyKeyHeader, HttpSuccess success, Optional<HttpQuery> query,
            DispatchClass guarantee, Duration timeout) implements TargetSpec {
        /** Takes a copy. */
        public Http {
            headers = Map.copyOf(headers);
        }
    }
}
