// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * What the engine counts: {@code rerun_pages_total{reason}}, and {@code rerun_dead_letters_total{topic,cause}}; all present
 * from the start.
 */
public final class EngineMeters {
    private final MeterRegistry registry;
    private final String topicPrefix;

    /**
     * Registers the meters.
     *
     * @param registry where
     * @param topicPrefix prefix of every topic
     */
    public EngineMeters(MeterRegistry registry, String topicPrefix) {
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        for (PageReason reason : PageReason.values()) {
            pages(reason).increment(0);
        }
        for (MalformedMessageException.Kind kind : MalformedMessageException.Kind.values()) {
            letters(Topics.ALERTS, kind).increment(0);
        }
    }

    void page(PageReason reason) {
        pages(reason).increment();
    }

    void deadLetter(Topics topic, MalformedMessageException.Kind kind) {
        letters(topic, kind).increment();
    }

    private Counter pages(PageReason reason) {
        return Counter.builder("rerun.pages").description("Pages written for receivers, by why they are sent")
                .tag("reason", reason.name().toLowerCase(Locale.ROOT)).register(registry);
    }

    private Counter letters(Topics topic, MalformedMessageException.Kind kind) {
        return Counter.builder("rerun.dead.letters").description("Records put aside, by cause")
                .tag("topic", topic.name(topicPrefix)).tag("cause", kind.name()).register(registry);
    }
}
