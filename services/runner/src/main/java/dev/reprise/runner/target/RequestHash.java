// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.TargetSpec;

/**
 * The identity of a request: what is run, where and how. Times, generation and overrides are left out, because a decision that is
 * made again after a loss of state names the same rerun with other ones. Secrets enter as references, never as values.
 */
final class RequestHash {
    private final MessageDigest digest;

    private RequestHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static String of(StartRerun command) {
        RequestHash hash = new RequestHash();
        hash.add(command.rerunId().value());
        hash.add(command.instance().key());
        hash.add(command.answers().map(Object::toString));
        switch (command.target()) {
            case TargetSpec.Process process -> {
                hash.add("process");
                hash.add(process.command());
                hash.add(process.workingDirectory());
                hash.add(process.environment());
                hash.add(process.timeout().map(Object::toString));
            }
            case TargetSpec.Http http -> {
                hash.add("http");
                hash.add(http.method());
                hash.add(http.url());
                hash.add(http.headers());
                hash.add(http.body());
                hash.add(http.idempotencyKeyHeader());
                hash.add(switch (http.guarantee()) {
                    case DispatchClass.Keyed _ -> "keyed";
                    case DispatchClass.Fenced _ -> "fenced";
                    case DispatchClass.Opaque _ -> "opaque";
                });
                http.fence().ifPresent(fence -> {
                    hash.add(fence.method());
                    hash.add(fence.url());
                    hash.add(fence.body());
                });
            }
            case TargetSpec.Scheduler scheduler -> {
                hash.add("scheduler");
                hash.add(scheduler.action().name());
                hash.add(scheduler.settings());
            }
        }
        return HexFormat.of().formatHex(hash.digest.digest());
    }

    private void add(List<String> list) {
        add(Integer.toString(list.size()));
        list.forEach(this::add);
    }

    /** Sorted: the order of an immutable map changes from one process to the next. */
    private void add(Map<String, String> map) {
        add(Integer.toString(map.size()));
        new TreeMap<>(map).forEach((name, value) -> {
            add(name);
            add(value);
        });
    }

    private void add(Optional<String> value) {
        add(value.map(List::of).orElse(List.of()));
    }

    /** Length first, so that no two requests have the same bytes. */
    private void add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }
}
