// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.source.Question;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * Asks schedulers on a few threads of its own. The same question within a short time is asked once; a full queue drops a
 * question, as who needs the answer asks again.
 */
public final class Enquirer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Enquirer.class);
    private static final int THREADS = 4;
    private static final int QUEUE = 1000;
    private static final int CACHED = 1000;
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Clients clients;
    private final RawForeign raw;
    private final AckedProducer producer;
    private final IngestMeters meters;
    private final InstantSource clock;
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final Map<String, String> faults = new ConcurrentHashMap<>();
    private final Map<String, Cached> cache = new LinkedHashMap<>();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE), Thread.ofPlatform().daemon().name("ingest-enquiry-", 0).factory());

    private record Cached(JsonNode answer, Instant at) {}

    /** Asks the given installations. */
    public Enquirer(List<SourceSetting> sources, RawForeign raw, AckedProducer producer, IngestMeters meters,
            InstantSource clock) {
        this.clients = new Clients(sources, clock, owned::add);
        this.raw = raw;
        this.producer = producer;
        this.meters = meters;
        this.clock = clock;
    }

    /** What is wrong with the settings, under {@code sources}; those which have to be asked must be complete. */
    public static List<ConfigProblem> problems(List<SourceSetting> sources, List<String> formats) {
        List<ConfigProblem> problems = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (int index = 0; index < sources.size(); index++) {
            SourceSetting source = sources.get(index);
            String path = "sources." + index;
            if (!formats.contains(source.format())) {
                problems.add(ConfigProblem.of(path + ".format", "'" + source.format() + "' is no known format",
                        "use one of " + String.join(", ", formats)));
            }
            if (names.putIfAbsent(source.name(), index) != null) {
                problems.add(ConfigProblem.of(path + ".name", "'" + source.name() + "' is there twice",
                        "give each source a name of its own"));
            }
            Clients.lacking(source).ifPresent(problem -> problems.add(problem.under(path)));
        }
        return problems;
    }

    /**
     * Takes a question; its answer goes to the raw topic.
     *
     * @param rawKey the key under which the answer is to stand
     */
    public void ask(String format, String source, String rawKey, Question question) {
        try {
            threads.execute(() -> answer(format, source, rawKey, question));
        } catch (RejectedExecutionException _) {
            meters.question(format, "dropped");
        }
    }

    /** Whether the settings say how an installation is asked. */
    public boolean knows(String source) {
        return clients.of(source).isPresent();
    }

    /** Why the last question to an installation was not answered, if that was so. */
    public Optional<String> fault(String source) {
        return Optional.ofNullable(faults.get(source));
    }

    private void answer(String format, String source, String rawKey, Question question) {
        Optional<SourceClient> client = clients.of(source);
        if (client.isEmpty()) {
            failed(format, source, "source '" + source + "' is not configured: add it under ingest.sources");
            return;
        }
        try {
            String id = source + "/" + question.id();
            Optional<JsonNode> cached = cached(id);
            JsonNode answer = cached.isPresent() ? cached.get() : client.get().ask(question);
            remember(id, answer);
            RawForeign.Origin origin = new RawForeign.Origin(format, Optional.empty(), source, "");
            AckedProducer.Outcome outcome = producer.send(List.of(raw.answer(origin, rawKey, question.id(),
                    mapper.writeValueAsBytes(answer), clock.instant())));
            if (outcome instanceof AckedProducer.Outcome.Acknowledged) {
                faults.remove(source);
                meters.question(format, cached.isPresent() ? "cached" : "answered");
            } else {
                failed(format, source, "Kafka did not take the answer");
            }
        } catch (IOException e) {
            failed(format, source, String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(String format, String source, String why) {
        meters.question(format, "failed");
        if (!why.equals(faults.put(source, why))) {
            LOGGER.atWarn().addKeyValue("source", source).addKeyValue("error", why).log("a scheduler gave no answer");
        }
    }

    private synchronized Optional<JsonNode> cached(String id) {
        return Optional.ofNullable(cache.get(id))
                .filter(entry -> entry.at().plus(FRESH).isAfter(clock.instant())).map(Cached::answer);
    }

    private synchronized void remember(String id, JsonNode answer) {
        Cached known = cache.get(id);
        if (known == null || known.answer() != answer) {
            cache.remove(id);
            cache.put(id, new Cached(answer, clock.instant()));
        }
        while (cache.size() > CACHED) {
            cache.remove(cache.keySet().iterator().next());
        }
    }

    /** Stops asking; what is not answered is asked again after the next start. */
    @Override
    public void close() {
        threads.shutdownNow();
        for (AutoCloseable each : owned) {
            try {
                each.close();
            } catch (Exception e) {
                LOGGER.atWarn().addKeyValue("error", e.getClass().getSimpleName()).log("a client did not close");
            }
        }
    }
}
