// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.InstanceId;

/**
 * What an instance has to do with others.
 *
 * @param waiters instances that wait for this one to succeed
 * @param recovered instances this one waited for that have succeeded since it began to wait
 * @param rewrites news of rewritten inputs that were taken in, so that each counts once
 * @param lastSuccess the generation of the last success, where there was one: a later success writes anew
 * @param unread the news that the run under way may have come too early for: it counts once that has succeeded
 */
public record Links(List<InstanceId> waiters, List<InstanceId> recovered, List<String> rewrites,
        Optional<Long> lastSuccess, Optional<UpstreamRewritten> unread) {
    /** No ties. */
    public static final Links NONE = new Links(List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
    /** Most waiters kept; one beyond is not told, and its own wait ends by its time. */
    public static final int MAX_WAITERS = 1024;

    Links withWaiter(InstanceId waiter) {
        if (waiters.contains(waiter) || waiters.size() >= MAX_WAITERS) {
            return this;
        }
        List<InstanceId> more = new ArrayList<>(waiters);
        more.add(waiter);
        return new Links(List.copyOf(more), recovered, rewrites, lastSuccess, unread);
    }

    Links waiting() {
        return new Links(waiters, List.of(), rewrites, lastSuccess, unread);
    }

    Links withRecovered(InstanceId upstream) {
        return recovered.contains(upstream)
                ? this
                : new Links(waiters, Memory.with(recovered, upstream), rewrites, lastSuccess, unread);
    }

    Links withRewrite(UpstreamRewritten news, boolean underWay) {
        String name = Effects.newsOf(news);
        return rewrites.contains(name)
                ? this
                : new Links(waiters, recovered, Memory.with(rewrites, name), lastSuccess,
                        underWay ? Optional.of(weightier(news)) : unread);
    }

    /** A person's order must not be lost behind news that nobody ordered. */
    private UpstreamRewritten weightier(UpstreamRewritten news) {
        return unread.filter(earlier -> earlier.order().isPresent() && news.order().isEmpty()).orElse(news);
    }

    /** A run begins that reads what is there now. */
    Links readingAfresh() {
        return new Links(waiters, recovered, rewrites, lastSuccess, Optional.empty());
    }

    /** What is left when nobody waits any more: news that was taken in stays, since it may be told again. */
    Links withoutWaits() {
        return new Links(List.of(), List.of(), rewrites, lastSuccess, unread);
    }

    Links succeeded(long generation) {
        return new Links(List.of(), recovered, rewrites, Optional.of(generation), Optional.empty());
    }
}
