// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sums up refused requests: one log line and one entry for those that are alike, at most 200 in an interval. What goes
 * beyond is counted together, without saying whose it was.
 */
final class RefusalCounts implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(RefusalCounts.class);
    private static final int MOST = 200;
    private static final Key MANY = new Key("many", "many", "many", 0);
    /** Refused for what they are; a thing that is not there is refused to nobody. */
    private static final Set<Integer> STATUSES = Set.of(400, 401, 403, 409, 412, 413, 415, 421, 422, 429);

    private final Refusals sink;
    private final MeterRegistry meters;
    private final InstantSource clock;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private Map<Key, Sum> sums = new LinkedHashMap<>();

    record Key(String caller, String address, String route, int status) {}

    private record Sum(String detail, long count, Instant first) {}

    RefusalCounts(Refusals sink, MeterRegistry meters, InstantSource clock) {
        this.sink = sink;
        this.meters = meters;
        this.clock = clock;
        STATUSES.forEach(this::counter); // born at 0, so that the first one is an increase
        this.thread = Thread.ofVirtual().name("http-refusals").start(this::run);
    }

    static boolean isRefusal(int status) {
        return STATUSES.contains(status);
    }

    void count(Key key, String detail) {
        counter(key.status()).increment();
        Instant now = clock.instant();
        synchronized (this) {
            Key counted = sums.containsKey(key) || sums.size() < MOST - 1 ? key : MANY;
            sums.merge(counted, new Sum(detail, 1, now),
                    (before, _) -> new Sum(before.detail(), before.count() + 1, before.first()));
        }
    }

    /** Tells what there is, and ends. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean open = true;
        while (open) {
            try {
                open = !closing.await(sink.every().toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException _) {
                return;
            }
            tell();
        }
    }

    private void tell() {
        Map<Key, Sum> ended;
        synchronized (this) {
            ended = sums;
            sums = new LinkedHashMap<>();
        }
        List<Refusal> refusals = ended.entrySet().stream().map(each -> refusal(each.getKey(), each.getValue()))
                .toList();
        if (refusals.isEmpty()) {
            return;
        }
        refusals.forEach(each -> LOGGER.atInfo().addKeyValue("caller", each.caller())
                .addKeyValue("address", each.address()).addKeyValue("route", each.route())
                .addKeyValue("status", each.status()).addKeyValue("count", each.count())
                .addKeyValue("detail", each.detail()).log("requests refused"));
        try {
            sink.take(refusals);
        } catch (RuntimeException e) { // the border: what takes them must not end the counting
            LOGGER.atWarn().setCause(e).addKeyValue("entries", refusals.size()).log("refused requests not recorded");
        }
    }

    private Counter counter(int status) {
        return Counter.builder("http.server.refused").description("requests that were refused")
                .tag("status", Integer.toString(status)).register(meters);
    }

    private static Refusal refusal(Key key, Sum sum) {
        return new Refusal(key.caller(), key.address(), key.route(), key.status(), sum.detail(), sum.count(),
                sum.first());
    }
}
