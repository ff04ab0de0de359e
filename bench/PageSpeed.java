// SPDX-License-Identifier: Apache-2.0

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.reprise.console.query.FigureRoutes;
import dev.reprise.console.query.QueryRoutes;
import dev.reprise.console.store.DatabaseConfig;
import dev.reprise.console.store.DeadLetter;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * How long the API needs for what each page of the console asks, over HTTP on this machine, with a read model of many
 * instances, and how many records a second the read model takes in: in a file of SQLite and in a PostgreSQL of its own,
 * which this program starts and removes, side by side.
 *
 * <p>The picture: 100 data partitions of each job, three in a thousand in trouble, a decision for every second instance,
 * and for every twentieth a line of the ledger, an alert, a page about it and how that went, and a change by a person. Both
 * are filled at once, each by a thread of its own; whatever is measured later is measured in turn, one at a time. What a
 * page takes of the processors says little of a quiet machine, but more than the clock of a busy one.
 *
 * <pre>bench/pages.sh [instances] [rounds]</pre>
 */
final class PageSpeed {
    private static final int DAYS = 100;
    /** As many as the tail takes at once when it has to catch up. */
    private static final int BATCH = 2_000;
    /** Larger transactions fill the tables sooner; how fast they fill is measured apart. */
    private static final int FILLING = 20_000;
    private static final LocalDate LAST = LocalDate.parse("2026-11-28");
    private static final AttemptId ATTEMPT = new AttemptId(new RunId("run-1"), 1);
    private static final int SLICES = 12;

    private PageSpeed() {}

    /** A database under measurement. */
    private record Subject(String name, ReadModelStore store) {}

    /** What a page took: by the clock, sorted, and of the processor on average, the caller and the server included. */
    private record Took(double[] millis, double processor) {

        static String heading() {
            return "%8s %8s %8s %8s".formatted("median", "p95", "most", "cpu");
        }

        String text() {
            return "%8.1f %8.1f %8.1f %8.1f".formatted(millis[millis.length / 2], p95(), millis[millis.length - 1],
                    processor);
        }

        double p95() {
            return millis[(int) (millis.length * 0.95)];
        }
    }

    public static void main(String[] args) throws Exception {
        int instances = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 40;
        WireCodec codec = new WireCodec();
        ReadModelStore.Origin origin = new ReadModelStore.Origin("bench", "reprise.");
        Path directory = Files.createTempDirectory("reprise-bench");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(3)).start();
                ReadModelStore file = ReadModelStore.open(directory, origin, Instant.now(), codec)) {
            execute(server, "CREATE SCHEMA reprise");
            DatabaseConfig database = new DatabaseConfig("jdbc:postgresql://127.0.0.1:" + server.getPort()
                    + "/postgres?sslmode=disable&currentSchema=reprise", "postgres", Optional.empty());
            try (ReadModelStore schema = ReadModelStore.open(database, origin, Clock.systemUTC(), codec)) {
                List<Subject> subjects = List.of(new Subject("SQLite", file), new Subject("PostgreSQL", schema));
                Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
                fillBoth(subjects, instances, now);
                // What the server does by itself within a minute or so.
                execute(server, "VACUUM ANALYZE");
                System.out.printf("SQLite %,d MB%n", Files.size(directory.resolve("read-model.db")) >> 20);
                pages(subjects, codec, rounds);
                project(subjects, instances, now);
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static void execute(EmbeddedPostgres server, String text) throws Exception {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private static void fillBoth(List<Subject> subjects, int instances, Instant now) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(subjects.size())) {
            List<Future<String>> filled = subjects.stream().map(subject -> threads.submit(() -> {
                long begun = System.nanoTime();
                long records = fill(subject.store(), instances, now);
                double seconds = (System.nanoTime() - begun) / 1e9;
                return "%-10s filled with %,d records of %,d instances in %.0f s: %,.0f a second, both at once"
                        .formatted(subject.name(), records, instances, seconds, records / seconds);
            })).toList();
            for (Future<String> each : filled) {
                System.out.println(each.get());
            }
        }
    }

    private static Map<String, List<String>> questions() {
        String instance = "/api/v1/instances/team7/job_7/ds=2026-11-28";
        Map<String, List<String>> pages = new LinkedHashMap<>();
        pages.put("overview", List.of("/api/v1/overview", "/api/v1/approvals?limit=8",
                "/api/v1/alerts?state=firing&limit=12", "/api/v1/storms?limit=20",
                "/api/v1/instances?status=SETTLING,HELD,RERUNNING&limit=8", "/api/v1/decisions?limit=14"));
        pages.put("grid, trouble first", List.of("/api/v1/grid?columns=31&limit=200"));
        pages.put("grid, 90 columns", List.of("/api/v1/grid?columns=90&limit=200&sort=name"));
        pages.put("grid, by words", List.of("/api/v1/grid?columns=31&limit=200&q=job_77"));
        pages.put("grid, gave up", List.of("/api/v1/grid?columns=31&limit=200&status=GAVE_UP"));
        pages.put("grid of an owner", List.of("/api/v1/grid?columns=31&limit=200&owner=team7"));
        pages.put("instances", List.of("/api/v1/instances?limit=100"));
        pages.put("instances, oldest first", List.of("/api/v1/instances?limit=100&sort=updated"));
        pages.put("instances, gave up", List.of("/api/v1/instances?status=GAVE_UP&limit=100"));
        pages.put("instances of a job", List.of("/api/v1/instances?job=team7/job_7&limit=100"));
        pages.put("instances of an owner", List.of("/api/v1/instances?owner=team7&limit=100"));
        pages.put("one instance", List.of(instance, instance + "/timeline?limit=200", "/api/v1/jobs/team7/job_7"));
        pages.put("plan of a rerun", List.of(instance + "/downstream"));
        pages.put("approvals", List.of("/api/v1/approvals?limit=50"));
        pages.put("alerts, firing", List.of("/api/v1/alerts?state=firing&limit=100"));
        pages.put("alerts, acked", List.of("/api/v1/alerts?state=acked&limit=100"));
        pages.put("alerts, resolved", List.of("/api/v1/alerts?state=resolved&limit=100"));
        pages.put("silences", List.of("/api/v1/silences?limit=100"));
        pages.put("subscriptions", List.of("/api/v1/subscriptions?limit=100"));
        pages.put("storms", List.of("/api/v1/storms?limit=100", "/api/v1/controls?limit=100",
                "/api/v1/instances?status=HELD&limit=100&sort=updated"));
        pages.put("jobs", List.of("/api/v1/jobs?limit=100"));
        pages.put("jobs, by words", List.of("/api/v1/jobs?q=job_77"));
        pages.put("jobs of an owner", List.of("/api/v1/jobs?owner=team7&limit=100"));
        pages.put("one job", List.of("/api/v1/jobs/team7/job_7", "/api/v1/instances?job=team7/job_7&limit=50"));
        pages.put("deliveries", List.of("/api/v1/deliveries?limit=100"));
        pages.put("deliveries, failed", List.of("/api/v1/deliveries?outcome=FAILED&channel=slack-ops&limit=100"));
        pages.put("deliveries, an instance", List.of("/api/v1/deliveries?instance=team7/job_7/ds=2026-11-28"));
        pages.put("audit", List.of("/api/v1/audit?limit=100"));
        pages.put("audit, one actor", List.of("/api/v1/audit?actor=ann&limit=100"));
        pages.put("audit, one subject", List.of("/api/v1/audit?subject=team7/job_7/ds=2026-11-28&limit=100"));
        pages.put("decisions of a kind", List.of("/api/v1/decisions?kind=suppress&limit=100"));
        pages.put("unclassified failures", List.of("/api/v1/failures/unclassified?limit=100"));
        pages.put("dead letters", List.of("/api/v1/dead-letters?limit=100"));
        pages.put("search: words", List.of("/api/v1/instances?q=job_77/ds&limit=100"));
        pages.put("search: a day", List.of("/api/v1/instances?q=2026-08-22&limit=100"));
        pages.put("search: a month", List.of("/api/v1/instances?q=2026-09&limit=100"));
        pages.put("search: a team", List.of("/api/v1/instances?q=team7/&limit=100"));
        pages.put("search: a job", List.of("/api/v1/instances?q=team7/job_7/&limit=100"));
        pages.put("search: any word", List.of("/api/v1/instances?q=job&limit=100"));
        pages.put("search: no such", List.of("/api/v1/instances?q=nowhere&limit=100"));
        pages.put("search: gave up", List.of("/api/v1/instances?status=GAVE_UP&q=job_7&limit=100"));
        pages.put("search: good, across", List.of("/api/v1/instances?status=SUCCEEDED&q=7/ds=2026-08-22&limit=100"));
        pages.put("search: held, a day", List.of("/api/v1/instances?status=HELD&q=2026-11-1&limit=100"));
        pages.put("search: of an owner", List.of("/api/v1/instances?owner=team7&q=2026-09&limit=100"));
        return pages;
    }

    private static void pages(List<Subject> subjects, WireCodec codec, int rounds) throws Exception {
        System.out.printf("%-24s %s%n", "milliseconds of a page,", String.join(" | ",
                subjects.stream().map(subject -> "%35s".formatted(subject.name())).toList()));
        System.out.printf("%-24s %s%n", "all its questions", String.join(" | ",
                subjects.stream().map(_ -> Took.heading()).toList()));
        JsonAnswers answers = new JsonAnswers(codec);
        List<HttpServer> servers = new ArrayList<>();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (Subject subject : subjects) {
                servers.add(HttpServer.start(HttpConfig.onLoopback(0), new SimpleMeterRegistry(),
                        List.of(new QueryRoutes(subject.store(), answers, Clock.systemUTC()),
                                new FigureRoutes(subject.store(), answers, Clock.systemUTC()))));
            }
            String only = System.getProperty("only", "");
            double slowest = 0;
            for (Map.Entry<String, List<String>> page : questions().entrySet()) {
                if (!page.getKey().contains(only)) {
                    continue;
                }
                List<Took> took = new ArrayList<>();
                for (HttpServer server : servers) {
                    took.add(time(client, server.uri(), page.getValue(), rounds));
                }
                slowest = Math.max(slowest, took.stream().mapToDouble(Took::p95).max().orElse(0));
                System.out.printf("%-24s %s%n", page.getKey(), String.join(" | ", took.stream().map(Took::text).toList()));
            }
            System.out.printf("the slowest 95th percentile: %.1f ms%n", slowest);
        } finally {
            servers.forEach(HttpServer::close);
        }
    }

    private static Took time(HttpClient client, URI server, List<String> paths, int rounds) throws Exception {
        for (int round = 0; round < 5; round++) { // to warm up
            ask(client, server, paths);
        }
        double[] times = new double[rounds];
        double before = processor();
        for (int round = 0; round < rounds; round++) {
            times[round] = ask(client, server, paths);
        }
        double spent = (processor() - before) / rounds;
        Arrays.sort(times);
        return new Took(times, spent);
    }

    /** Milliseconds that this process and the servers of PostgreSQL on this machine have had of the processors. */
    private static double processor() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() == ProcessHandle.current().pid()
                        || each.info().command().orElse("").endsWith("/postgres"))
                .flatMap(each -> each.info().totalCpuDuration().stream()).mapToDouble(Duration::toMillis).sum();
    }

    private static double ask(HttpClient client, URI server, List<String> paths) throws Exception {
        long begun = System.nanoTime();
        for (String path : paths) {
            HttpResponse<byte[]> answer = client.send(HttpRequest.newBuilder(URI.create(server + path)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + new String(answer.body()));
            }
        }
        return (System.nanoTime() - begun) / 1e6;
    }

    /** What a running coordinator sends: instances that are known change, each with its decision. */
    private static void project(List<Subject> subjects, int instances, Instant now) {
        double[][] rates = new double[subjects.size()][SLICES];
        for (int slice = 0; slice < SLICES; slice++) {
            for (int at = 0; at < subjects.size(); at++) {
                List<Incoming> batch = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH / 2; i++) {
                    int job = Math.floorMod((slice * BATCH + i) * 7_919, instances / DAYS);
                    InstanceId instance = instance(job, i % DAYS);
                    long offset = 10_000_000L + (long) slice * BATCH + i;
                    batch.add(new Incoming.Message(new Incoming.Position(Topics.INSTANCES, 0, offset), snapshot(instance,
                            i % 2 == 0 ? InstanceStatus.SETTLING : InstanceStatus.RERUNNING, now)));
                    batch.add(new Incoming.Message(new Incoming.Position(Topics.DECISIONS, 0, offset),
                            decision(instance, job, i % DAYS, now)));
                }
                long begun = System.nanoTime();
                subjects.get(at).store().writer().apply(batch, now);
                rates[at][slice] = BATCH * 1e9 / (System.nanoTime() - begun);
            }
        }
        for (int at = 0; at < subjects.size(); at++) {
            Arrays.sort(rates[at]);
            System.out.printf("%-10s takes in %,.0f records a second at that size (median of %d batches of %,d; %,.0f to %,.0f)%n",
                    subjects.get(at).name(), rates[at][SLICES / 2], SLICES, BATCH, rates[at][0], rates[at][SLICES - 1]);
        }
    }

    private static final class Batch {
        private final ReadModelStore store;
        private final Instant now;
        private final List<Incoming> records = new ArrayList<>(FILLING);
        private long offset;

        Batch(ReadModelStore store, Instant now) {
            this.store = store;
            this.now = now;
        }

        void add(Topics topic, Record... data) {
            for (Record each : data) {
                records.add(new Incoming.Message(new Incoming.Position(topic, 0, offset++), each));
            }
        }

        void letter(Instant at) {
            long place = offset++;
            records.add(new Incoming.Unusable(new Incoming.Position(Topics.DEAD_LETTERS, 0, place),
                    new DeadLetter("dead-letters", 0, place, at, "dead-letters", "reprise.raw", Optional.of(0),
                            Optional.of(place), "malformed", "unexpected end of input at 17", "key", 900)));
        }

        void sendWhenFull() {
            if (records.size() >= FILLING) {
                send();
            }
        }

        void send() {
            store.writer().apply(records, now);
            records.clear();
        }
    }

    private static long fill(ReadModelStore store, int instances, Instant now) {
        Batch batch = new Batch(store, now);
        for (int job = 0; job < instances / DAYS; job++) {
            JobId id = job(job);
            batch.add(Topics.JOBS, new JobDefinition(id, Optional.of(owner(job)), Map.of("tier", "gold"), Policy.DEFAULTS,
                    Optional.empty(), Optional.empty(), now, "bench"));
            batch.add(Topics.LINEAGE, new JobLineage(id, List.of("warehouse/table_" + Math.max(0, job - 50)),
                    List.of("warehouse/table_" + job), Optional.empty(), "spark", now));
            if (job % 5 == 0) {
                batch.letter(now.minusSeconds(job));
            }
            for (int day = 0; day < DAYS; day++) {
                InstanceId instance = instance(job, day);
                Instant at = now.minus(day, ChronoUnit.DAYS).minusSeconds(job % 80_000);
                batch.add(Topics.INSTANCES, snapshot(instance, status(job, day), at));
                if (day % 2 == 0) {
                    batch.add(Topics.DECISIONS, decision(instance, job, day, at));
                }
                if (day % 20 == 0) {
                    story(batch, instance, job, day, at);
                }
            }
            batch.sendWhenFull();
        }
        batch.send();
        return batch.offset;
    }

    private static void story(Batch batch, InstanceId instance, int job, int day, Instant at) {
        batch.add(Topics.DISPATCHES, new DispatchIntent(RerunId.ofFailure(instance, ATTEMPT), instance.job(),
                instance.partition(), 1, 3, at, "0".repeat(64), at.plusSeconds(600)));
        AlertFiring firing = new AlertFiring(AlertKey.of("GAVE_UP", instance), 1, Reason.BUDGET_EXHAUSTED,
                Severity.WARNING, content(instance, job), at);
        if (status(job, day) == InstanceStatus.SUCCEEDED) {
            batch.add(Topics.ALERTS, new AlertResolved(firing.alertKey(), 2, firing.kind(), firing.severity(),
                    firing.content(), at, at.plusSeconds(600), Reason.RECOVERED));
        } else {
            batch.add(Topics.ALERTS, firing);
        }
        Page page = new Page(firing.alertKey(), "slack-ops", 1, Told.FIRING, PageReason.FIRST, "everybody", "every alert",
                Severity.WARNING, at, at, 1, 0, 0, List.of(new PageItem(firing.alertKey(), 1, PageChange.NEW, firing.kind(),
                        firing.severity(), firing.content(), at, Optional.empty(), Optional.empty())));
        batch.add(Topics.PAGES, page);
        batch.add(Topics.NOTIFICATIONS, new Notification(page.alertKey(), page.channel(), 1, Told.FIRING,
                job % 100 == 3 ? DeliveryOutcome.FAILED : DeliveryOutcome.SENT, 1, at, Optional.empty()));
        batch.add(Topics.AUDIT, new AuditEntry(job % 3 == 0 ? "ann" : "li.na", "rerun.request", instance.key(), at, "api",
                Optional.of("ledger checked"), Optional.empty(), Optional.empty(), Optional.of("click-" + job)));
    }

    private static AlertContent content(InstanceId instance, int job) {
        return new AlertContent(instance.job(), instance.partition(), 1, Optional.of(ATTEMPT), Optional.of(owner(job)),
                Map.of("tier", "gold"), instance.job().name() + " waits for a person", "Every rerun failed alike.",
                Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    private static JobId job(int job) {
        return new JobId("team" + job % 50, "job_" + job);
    }

    private static Owner owner(int job) {
        return new Owner("team" + job % 50, List.of(), Optional.empty());
    }

    private static InstanceId instance(int job, int day) {
        return new InstanceId(job(job), new PartitionKey("ds=" + LAST.minusDays(day)));
    }

    private static InstanceStatus status(int job, int day) {
        if (job % 50 != 7 || day > 19) {
            return InstanceStatus.SUCCEEDED;
        }
        return switch (day % 4) {
            case 0 -> InstanceStatus.GAVE_UP;
            case 1 -> InstanceStatus.HELD;
            case 2 -> InstanceStatus.AWAITING_APPROVAL;
            default -> InstanceStatus.SUCCEEDED;
        };
    }

    private static InstanceSnapshot snapshot(InstanceId instance, InstanceStatus status, Instant at) {
        return new InstanceSnapshot(instance.job(), instance.partition(), status, Optional.of(Reason.SETTLING), 1, 1, 0,
                Optional.of(ATTEMPT), Optional.empty(), Optional.empty(), 0, at);
    }

    /** Each tenth is about a failure of no known class. */
    private static DecisionRecord decision(InstanceId instance, int job, int day, Instant at) {
        boolean unknown = day % 20 == 0;
        return new DecisionRecord(instance.job(), instance.partition(), at,
                new Decision.Suppress(Reason.DUPLICATE, Optional.empty()),
                new Cause("dev.reprise.run.failed.v1", Optional.of("reprise.events"), Optional.of(0), Optional.of(1L)),
                "abc123", 1, 1, Optional.of(ATTEMPT), InstanceStatus.RUNNING, InstanceStatus.SETTLING,
                unknown ? Optional.of(FailureClass.UNKNOWN) : Optional.empty(), Optional.empty(),
                unknown ? Optional.of("cannot open <path> of stage " + job % 300) : Optional.empty(),
                "Attempt 1 of run-1 failed.");
    }
}
