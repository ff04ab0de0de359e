// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.permit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.reprise.schemas.permit.Permit;

/**
 * The newest answers by their request, at most {@value #CAPACITY}, and who waits for one. The first answer to a request
 * stays: it is told again alike. Safe for use by many threads.
 */
public final class PermitAnswers {
    /** Answers kept, some 300 bytes each. */
    public static final int CAPACITY = 20_000;

    private final Map<String, Permit> known = new LinkedHashMap<>();
    private final Map<String, List<CompletableFuture<Permit>>> waiting = new HashMap<>();

    /** Takes an answer in and wakes who waits for it. */
    public void told(Permit permit) {
        List<CompletableFuture<Permit>> woken;
        synchronized (this) {
            known.putIfAbsent(permit.requestId(), permit);
            if (known.size() > CAPACITY) {
                known.remove(known.keySet().iterator().next());
            }
            woken = waiting.getOrDefault(permit.requestId(), List.of()).stream().toList();
        }
        woken.forEach(each -> each.complete(permit));
    }

    /**
     * The answer to a request, once it is there.
     *
     * @param longest how long to wait for it; zero only looks
     * @throws InterruptedException if this thread is interrupted meanwhile
     */
    public Optional<Permit> await(String requestId, Duration longest) throws InterruptedException {
        CompletableFuture<Permit> answer = new CompletableFuture<>();
        synchronized (this) {
            Permit before = known.get(requestId);
            if (before != null || longest.isZero()) {
                return Optional.ofNullable(before);
            }
            waiting.computeIfAbsent(requestId, _ -> new ArrayList<>()).add(answer);
        }
        try {
            return Optional.of(answer.get(longest.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer is never completed by a failure", e);
        } finally {
            forget(requestId, answer);
        }
    }

    private synchronized void forget(String requestId, CompletableFuture<Permit> answer) {
        waiting.computeIfPresent(requestId, (_, all) -> {
            all.remove(answer);
            return all.isEmpty() ? null : all;
        });
    }
}
