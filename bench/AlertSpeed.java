// SPDX-License-Identifier: Apache-2.0

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.coordinator.CoordinatorApp;
import dev.reprise.coordinator.CoordinatorConfig;
import dev.reprise.notifier.NotifierApp;
import dev.reprise.notifier.NotifierPlace;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.receiver.Pace;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.notifier.subscription.Grouping;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Subscriptions;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How alerts reach people, with the parts of the product in this one process: broker, coordinator, notifier, and receivers
 * that are HTTP servers. Three measurements:
 *
 * <ul>
 * <li>{@code way [failures] [pause in ms]}: from the decision, as its record in {@code alerts} is stamped, to the message at
 * the receiver, less the group's wait;
 * <li>{@code load [open alerts] [subscriptions] [alerts a second] [seconds]}: many open alerts and subscriptions, alerts that
 * come and go, groups that repeat: how late the engine is over time, its processor time and its state;
 * <li>{@code isolation [alerts] [pause in ms]}: two notifiers beside each other hear the same, one of them with a receiver
 * that never answers and one that refuses: how long the other receivers wait in each.
 * </ul>
 *
 * <pre>REPRISE_LOG_LEVEL=error java -cp 'services/app/target/reprise/lib/*' bench/AlertSpeed.java way|load|isolation [...]</pre>
 */
final class AlertSpeed implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Pattern MARK = Pattern.compile("mark-[0-9]+");
    private static final Pace UNBOUND = new Pace(60_000, 1_000, Duration.ofHours(1));
    private static final Secret SECRET = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final int KAFKA_PARTITIONS = 4;
    private static final int WARM = 50;

    private final Path directory;
    private final EmbeddedKafka broker;
    private final KafkaConnection kafka;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/bench");
    private final KafkaProducer<byte[], byte[]> producer;
    private final HttpServer sink;
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<AutoCloseable> parts = new ArrayList<>();
    /** When the first message about each mark came, by path and mark. */
    private final Map<String, Instant> heard = new ConcurrentHashMap<>();
    private final AtomicLong requests = new AtomicLong();

    private AlertSpeed() throws Exception {
        directory = Files.createTempDirectory("reprise-bench");
        broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory.resolve("kafka")), AlertSpeed::fail);
        kafka = KafkaConnection.to(broker.bootstrapServers());
        producer = new KafkaProducer<>(kafka.producer("bench"), new ByteArraySerializer(), new ByteArraySerializer());
        sink = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        sink.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        sink.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Instant now = Instant.now();
            requests.incrementAndGet();
            MARK.matcher(body).results().forEach(mark -> heard.putIfAbsent(path + " " + mark.group(), now));
            if (path.endsWith("/blocked")) {
                await(end);
            }
            exchange.sendResponseHeaders(path.endsWith("/refusing") ? 503 : 204, -1);
            exchange.close();
        });
        sink.start();
    }

    public static void main(String[] args) throws Exception {
        String what = args.length > 0 ? args[0] : "";
        List<Integer> numbers = Stream.of(args).skip(1).map(Integer::valueOf).toList();
        System.out.printf("processors %d, load %s%n", Runtime.getRuntime().availableProcessors(), load());
        try (AlertSpeed bench = new AlertSpeed()) {
            switch (what) {
                case "way" -> bench.way(number(numbers, 0, 400), number(numbers, 1, 100));
                case "load" -> bench.load(number(numbers, 0, 10_000), number(numbers, 1, 1_000),
                        number(numbers, 2, 10), number(numbers, 3, 180));
                case "isolation" -> bench.isolation(number(numbers, 0, 600), number(numbers, 1, 100));
                default -> throw new IllegalArgumentException("expected way, load or isolation, found '" + what + "'");
            }
        }
        System.exit(0); // threads of clients that were cut off
    }

    // ---- from the decision to the message

    private void way(int failures, int pause) throws Exception {
        String prefix = topics("way.");
        Subscription each = subscription("each", List.of(), List.of(Grouping.EACH),
                new Timers(WAIT, Duration.ofMinutes(5), Duration.ofHours(4)), "good");
        notifier(prefix, new NotifierConfig(Links.NONE, List.of(receiver(prefix, "good", UNBOUND)), List.of(each)));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).version("bench").idempotency(Idempotency.NOT_IDEMPOTENT)
                .settle(Duration.ofSeconds(1)).build();
        JobId job = new JobId("bench", "job");
        send(prefix, Topics.JOBS, job.key(), new JobDefinition(job, Optional.empty(), Map.of(), policy,
                Optional.empty(), Optional.empty(), Optional.empty(), Instant.now(), "bench"));
        HealthChecks health = new HealthChecks();
        parts.add(new CoordinatorApp(CoordinatorConfig.of(prefix, "one", directory.resolve(prefix + "coordinator")),
                kafka, new WireCodec(), registry, health, AlertSpeed::fail));
        await(() -> health.report(dev.reprise.runtime.health.Probe.READY).up());
        int all = failures + WARM;
        for (int i = 0; i < all; i++) {
            PartitionKey partition = new PartitionKey("mark-" + i);
            send(prefix, Topics.EVENTS, new InstanceId(job, partition).key(), new RunFailed(job, partition,
                    new RunId("run"), 1, Instant.now(), "bench", FailureKind.FAILED, RetryOutlook.FINAL,
                    RunPhase.MAY_HAVE_RUN, Optional.empty()));
            Thread.sleep(pause);
        }
        await(() -> heard(prefix, "good").size() >= all);
        Map<String, Instant> decided = decided(prefix);
        print("decision to message less a wait of " + WAIT.toSeconds() + " s, one each " + pause + " ms",
                delays(prefix, "good", decided, WAIT));
    }

    // ---- many alerts, many subscriptions

    private void load(int open, int subscriptions, int rate, int seconds) throws Exception {
        String prefix = topics("load.");
        int receivers = 20;
        List<ReceiverSpec> specs = new ArrayList<>(IntStream.range(0, receivers)
                .mapToObj(i -> receiver(prefix, "r" + i, UNBOUND)).toList());
        specs.add(receiver(prefix, "good", UNBOUND));
        List<Subscription> rules = new ArrayList<>();
        // The first of all, so that it shows how late the engine is.
        rules.add(subscription("probe", List.of("name=~\"mark-.*\""), List.of(Grouping.EACH),
                new Timers(WAIT, Duration.ofMinutes(5), Duration.ofHours(4)), "good"));
        Timers timers = new Timers(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(5));
        for (int i = 0; i < subscriptions - 1; i++) {
            rules.add(subscription("s" + i, matchers(i), i % 3 == 0 ? List.of("owner", "kind") : List.of("job", "kind"),
                    timers, "r" + i % receivers));
        }
        NotifierConfig config = new NotifierConfig(Links.NONE, specs, rules);
        matching(config, open);
        NotifierApp app = notifier(prefix, config);
        Random random = new Random(7);
        Instant filling = Instant.now();
        double cpuBefore = cpu("engine");
        for (int i = 0; i < open; i++) {
            send(prefix, firing(i, random));
        }
        producer.flush();
        send(prefix, probe(0));
        await(() -> heard(prefix, "good").containsKey("mark-0"));
        System.out.printf("%d alerts taken in and routed by %d subscriptions in %.1f s, %.2f ms of the engine's thread each,"
                + " %d requests%n", open, subscriptions, seconds(filling), (cpu("engine") - cpuBefore) * 1e3 / open,
                requests.get());
        steady(prefix, open, rate, seconds, random);
        if (!app.caughtUp()) {
            throw new IllegalStateException("the notifier has not caught up");
        }
    }

    /** Alerts that come and go at one rate, so that as many stay open; a probe each second. */
    private void steady(String prefix, int open, int rate, int seconds, Random random) throws Exception {
        double process = processCpu();
        double engine = cpu("engine");
        long asked = requests.get();
        Instant begin = Instant.now();
        int probe = 1;
        int firstOfWindow = 1;
        int sent = 0;
        int window = Math.max(10, seconds / 6);
        for (int second = 0; second < seconds; second++) {
            for (int i = 0; i < rate; i++) {
                int number = sent++;
                send(prefix, resolved(number, random));
                send(prefix, firing(open + number, random));
                sleepUntil(begin.plusMillis(second * 1000L + (i + 1) * 1000L / rate));
            }
            send(prefix, probe(probe++));
            sleepUntil(begin.plusSeconds(second + 1L));
            if ((second + 1) % window == 0) {
                int last = probe - 1;
                await(() -> heard(prefix, "good").containsKey("mark-" + last));
                Map<String, Instant> told = told(prefix, firstOfWindow, last);
                print("%4d s to %4d s: lateness of probes".formatted(second + 1 - window, second + 1),
                        delays(prefix, "good", told, WAIT));
                firstOfWindow = probe;
            }
        }
        double took = seconds(begin);
        long records = 2L * sent + probe;
        System.out.printf("%d alert records in %.0f s, %.1f a second; engine %.0f %% of a core, %.2f ms for each record;"
                + " process %.0f %% of a core; %.1f messages a second; state %d MB; heap %d MB; load %s%n", records,
                took, records / took, 100 * (cpu("engine") - engine) / took, 1e3 * (cpu("engine") - engine) / records,
                100 * (processCpu() - process) / took, (requests.get() - asked) / took,
                size(directory.resolve(prefix + "state")) >> 20, heap() >> 20, load());
        System.out.println("processor seconds by thread: " + byThread());
    }

    /** What it costs to find the subscriptions of an alert: by asking each in turn, and as the engine does. */
    private static void matching(NotifierConfig config, int open) {
        Subscriptions rules = config.inForce();
        List<Map<String, String>> labels = IntStream.range(0, Math.min(open, 2_000))
                .mapToObj(number -> AlertLabels.of(firing(number, new Random(7)))).toList();
        int rounds = 5;
        long inTurn = 0;
        long indexed = 0;
        int found = 0;
        int foundInTurn = 0;
        for (int round = 0; round < rounds; round++) {
            long begin = threadCpu();
            for (Map<String, String> each : labels) {
                foundInTurn += (int) rules.named().stream().filter(rule -> rule.matches(each)).count();
            }
            long middle = threadCpu();
            for (Map<String, String> each : labels) {
                found += rules.of(each).size();
            }
            inTurn = middle - begin;
            indexed = threadCpu() - middle;
        }
        if (found != foundInTurn) {
            throw new IllegalStateException("asked in turn " + foundInTurn + ", by the index " + found);
        }
        System.out.printf("%d subscriptions, %.1f of them match an alert; asking each in turn %.1f us of processor time,"
                + " by the index %.1f us%n", rules.named().size(), found / (double) (rounds * labels.size()),
                inTurn / 1e3 / labels.size(), indexed / 1e3 / labels.size());
    }

    private static long threadCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** What teams write: their own alerts, by severity, some by patterns and by labels of jobs. */
    private static List<String> matchers(int i) {
        return switch (i % 10) {
            case 0, 1, 2, 3 -> List.of("owner=\"team-" + i % 200 + "\"", "severity=~\"critical|warning\"");
            case 4, 5, 6 -> List.of("namespace=\"space-" + i % 100 + "\"", "severity=\"critical\"", "env!=\"dev\"");
            case 7, 8 -> List.of("owner=~\"team-" + i % 200 + "|team-" + (i + 1) % 200 + "\"", "kind!=UNKNOWN_JOB",
                    "name!~\"tmp_.*\"");
            default -> List.of("tier=\"1\"", "name=~\"job-" + i % 90 + "[0-9]\"", "namespace!~\"tmp_.*\"");
        };
    }

    private static AlertFiring firing(int number, Random random) {
        JobId job = new JobId("space-" + number % 100, "job-" + number % 2_000);
        PartitionKey partition = new PartitionKey("n=" + number);
        Severity severity = number % 10 == 0 ? Severity.CRITICAL : Severity.WARNING;
        Reason kind = number % 7 == 0 ? Reason.BUDGET_EXHAUSTED : Reason.NON_IDEMPOTENT;
        String trace = "at com.example.Etl.step(Etl.java:" + random.nextInt(1000) + ")\n";
        AlertContent content = new AlertContent(job, partition, 1, Optional.empty(),
                Optional.of(new Owner("team-" + number % 200, List.of("team@example.com"), Optional.empty())),
                Map.of("tier", Integer.toString(number % 4), "env", number % 20 == 0 ? "dev" : "prod"),
                job.name() + " " + partition.value() + " failed and is not idempotent", "Attempt 1 failed. ".repeat(10),
                Optional.of(new ErrorEvidence("cannot write partition", Optional.of("java.io.IOException"),
                        Optional.empty(), Optional.of(1), Optional.of(trace.repeat(12)), Optional.empty())),
                List.of(), Optional.empty(), Optional.empty());
        return new AlertFiring(AlertKey.of(kind.name(), new InstanceId(job, partition)), 1, kind, severity, content,
                Instant.now());
    }

    private static AlertResolved resolved(int number, Random random) {
        AlertFiring open = firing(number, random);
        return new AlertResolved(open.alertKey(), 2, open.kind(), open.severity(), open.content(), open.startsAt(),
                Instant.now(), Reason.RECOVERED);
    }

    private static AlertFiring probe(int number) {
        JobId job = new JobId("bench", "mark-" + number);
        PartitionKey partition = new PartitionKey("n=1");
        AlertContent content = new AlertContent(job, partition, 1, Optional.empty(), Optional.empty(), Map.of(),
                "probe", "probe", Optional.empty(), List.of(), Optional.empty(), Optional.empty());
        return new AlertFiring(AlertKey.of(Reason.NON_IDEMPOTENT.name(), new InstanceId(job, partition)), 1,
                Reason.NON_IDEMPOTENT, Severity.CRITICAL, content, Instant.now());
    }

    // ---- receivers that block and refuse

    private void isolation(int alerts, int pause) throws Exception {
        int good = 8;
        List<String> prefixes = List.of(topics("with."), topics("without."));
        for (String prefix : prefixes) {
            List<ReceiverSpec> specs = new ArrayList<>(IntStream.range(0, good)
                    .mapToObj(i -> receiver(prefix, "good" + i, UNBOUND)).toList());
            if (prefix.equals("with.")) {
                specs.add(receiver(prefix, "blocked", UNBOUND));
                specs.add(receiver(prefix, "refusing", UNBOUND));
            }
            notifier(prefix, new NotifierConfig(Links.NONE, specs, specs.stream()
                    .map(spec -> subscription("to-" + spec.name(), List.of(), List.of(Grouping.EACH),
                            new Timers(WAIT, Duration.ofMinutes(5), Duration.ofHours(4)), spec.name()))
                    .toList()));
        }
        Map<String, Instant> told = new ConcurrentHashMap<>();
        int all = alerts + WARM;
        for (int i = 0; i < all; i++) {
            AlertFiring alert = probe(i);
            told.put("mark-" + i, alert.startsAt());
            for (String prefix : i % 2 == 0 ? prefixes : prefixes.reversed()) {
                send(prefix, alert);
            }
            Thread.sleep(pause);
        }
        for (String prefix : prefixes) {
            for (int i = 0; i < good; i++) {
                String name = "good" + i;
                await(() -> heard(prefix, name).size() >= all);
            }
        }
        List<Long> with = new ArrayList<>();
        List<Long> without = new ArrayList<>();
        for (int i = 0; i < good; i++) {
            with.addAll(delays("with.", "good" + i, told, WAIT));
            without.addAll(delays("without.", "good" + i, told, WAIT));
        }
        print(good + " receivers beside a blocked and a refusing one", with);
        print(good + " receivers by themselves", without);
        System.out.printf("99th percentiles with the wait: ratio %.2f; without the wait: %.2f; blocked was asked %d times,"
                + " refusing %d%n", (percentile(with, 0.99) + WAIT.toMillis()) / (double) (percentile(without, 0.99)
                        + WAIT.toMillis()), percentile(with, 0.99) / (double) percentile(without, 0.99),
                heard("with.", "blocked").size(), heard("with.", "refusing").size());
    }

    // ---- parts

    private NotifierApp notifier(String prefix, NotifierConfig config) throws Exception {
        NotifierApp app = new NotifierApp(config, kafka,
                new NotifierPlace(prefix, Optional.of("one"), "one", directory.resolve(prefix + "state")),
                new SimpleMeterRegistry(), new HealthChecks(), InstantSource.system(), AlertSpeed::fail);
        parts.add(app);
        app.start();
        await(app::caughtUp);
        return app;
    }

    private static Subscription subscription(String name, List<String> match, List<String> groupBy, Timers timers,
            String receiver) {
        return new Subscription(name, Optional.empty(), match.stream().map(Matcher::parse).toList(),
                new Grouping(groupBy), timers, List.of(receiver), Optional.empty(), Optional.empty(), List.of(), true);
    }

    private ReceiverSpec receiver(String prefix, String name, Pace pace) {
        return new WebhookSpec(name, URI.create("http://127.0.0.1:" + sink.getAddress().getPort() + "/" + prefix + "/"
                + name), List.of(SECRET), Map.of(), Duration.ofSeconds(30), true, pace, List.of());
    }

    private String topics(String prefix) {
        try (Admin admin = Admin.create(kafka.admin("bench"))) {
            TopicProvision provision = new TopicProvision(admin, new TopicSettings(prefix, KAFKA_PARTITIONS, 1), PATIENCE);
            provision.create(provision.plan());
        }
        return prefix;
    }

    private void send(String prefix, dev.reprise.schemas.alert.Alert alert) {
        send(prefix, Topics.ALERTS, alert.alertKey().value(), (Record) alert);
    }

    private void send(String prefix, Topics topic, String key, Record message) {
        producer.send(messages.toRecord(topic.name(prefix), key, key, Instant.now(), message), (_, fault) -> {
            if (fault != null) {
                fail(fault.toString());
            }
        });
    }

    // ---- what was seen

    /** When each alert about a mark was decided: the time of its first record. */
    private Map<String, Instant> decided(String prefix) {
        Map<String, Instant> decided = new ConcurrentHashMap<>();
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(kafka.consumer("bench-reader"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> places = reader.partitionsFor(Topics.ALERTS.name(prefix)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition())).toList();
            reader.assign(places);
            reader.seekToBeginning(places);
            Map<TopicPartition, Long> ends = reader.endOffsets(places);
            while (ends.entrySet().stream().anyMatch(place -> reader.position(place.getKey()) < place.getValue())) {
                for (ConsumerRecord<byte[], byte[]> alert : reader.poll(Duration.ofMillis(100))) {
                    MARK.matcher(new String(alert.key(), StandardCharsets.UTF_8)).results().forEach(mark -> decided
                            .putIfAbsent(mark.group(), Instant.ofEpochMilli(alert.timestamp())));
                }
            }
        }
        return decided;
    }

    private Map<String, Instant> told(String prefix, int first, int last) {
        Map<String, Instant> all = decided(prefix);
        all.keySet().removeIf(mark -> number(mark) < first || number(mark) > last);
        return all;
    }

    /** When a receiver first heard of each mark. */
    private Map<String, Instant> heard(String prefix, String receiver) {
        String path = "/" + prefix + "/" + receiver + " ";
        Map<String, Instant> found = new ConcurrentHashMap<>();
        heard.forEach((key, at) -> {
            if (key.startsWith(path)) {
                found.put(key.substring(path.length()), at);
            }
        });
        return found;
    }

    private List<Long> delays(String prefix, String receiver, Map<String, Instant> from, Duration wait) {
        Map<String, Instant> to = heard(prefix, receiver);
        // Those of the warm-up are left out where there is one.
        boolean warm = from.size() > WARM;
        return from.entrySet().stream().filter(entry -> !warm || number(entry.getKey()) >= WARM)
                .map(entry -> Duration.between(entry.getValue(), to.get(entry.getKey())).minus(wait).toMillis())
                .sorted().toList();
    }

    private static int number(String mark) {
        return Integer.parseInt(mark.substring("mark-".length()));
    }

    private static int number(List<Integer> numbers, int index, int fallback) {
        return index < numbers.size() ? numbers.get(index) : fallback;
    }

    private static void print(String what, Collection<Long> delays) {
        List<Long> sorted = delays.stream().sorted().toList();
        System.out.printf("%s, ms, n=%d: min %d, p50 %d, p90 %d, p99 %d, longest %d%n", what, sorted.size(),
                sorted.getFirst(), percentile(sorted, 0.50), percentile(sorted, 0.90), percentile(sorted, 0.99),
                sorted.getLast());
    }

    private static long percentile(Collection<Long> values, double share) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(sorted.size() * share) - 1));
    }

    // ---- this process

    /** Processor seconds of the threads of a Streams application whose name holds the text. */
    private static double cpu(String name) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains(name) && thread.getThreadName().contains("StreamThread")
                    && !thread.getThreadName().contains("kafka-")) {
                nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos / 1e9;
    }

    private static String byThread() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<String, Long> nanos = new ConcurrentHashMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null) {
                String name = thread.getThreadName().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "").replaceAll("[0-9]+", "");
                nanos.merge(name, Math.max(0, threads.getThreadCpuTime(thread.getThreadId())), Long::sum);
            }
        }
        return String.join(", ", nanos.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(10).map(entry -> "%s %.1f".formatted(entry.getKey(), entry.getValue() / 1e9)).toList());
    }

    private static double processCpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static double seconds(Instant since) {
        return Duration.between(since, Instant.now()).toMillis() / 1e3;
    }

    private static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Instant until = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(until)) {
                throw new IllegalStateException("not within " + PATIENCE);
            }
            Thread.sleep(50);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleepUntil(Instant at) throws InterruptedException {
        Duration left = Duration.between(Instant.now(), at);
        if (left.isPositive()) {
            Thread.sleep(left);
        }
    }

    private static void fail(String fault) {
        System.err.println("failed: " + fault);
        System.exit(1);
    }

    @Override
    public void close() throws Exception {
        end.countDown();
        for (AutoCloseable part : parts.reversed()) {
            part.close();
        }
        producer.close();
        sink.stop(0);
        broker.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
