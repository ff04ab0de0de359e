// SPDX-License-Identifier: Apache-2.0

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
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
import java.util.stream.Stream;

import dev.reprise.console.query.FigureRoutes;
import dev.reprise.console.query.QueryRoutes;
import dev.reprise.console.store.DatabaseConfig;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * How long the API needs for what each page asks, over HTTP on this machine, with a read model of many instances: 100 data
 * partitions of each job, three in a thousand in trouble, a decision for every second instance. First in a file of SQLite,
 * then, where an address is given, in PostgreSQL: an empty schema of a server on this machine.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/PageSpeed.java [instances] [rounds] [jdbc-url user [password]]</pre>
 */
final class PageSpeed {
    private static final int DAYS = 100;
    private static final int BATCH = 2_000;
    private static final LocalDate LAST = LocalDate.parse("2026-11-28");
    private static final AttemptId ATTEMPT = new AttemptId(new RunId("run-1"), 1);

    private PageSpeed() {}

    public static void main(String[] args) throws Exception {
        int instances = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 40;
        WireCodec codec = new WireCodec();
        ReadModelStore.Origin origin = new ReadModelStore.Origin("bench", "reprise.");
        Path directory = Files.createTempDirectory("reprise-bench");
        try (ReadModelStore store = ReadModelStore.open(directory, origin, Instant.now(), codec)) {
            System.out.println("SQLite");
            run(store, codec, instances, rounds);
            System.out.printf("%,d MB%n", Files.size(directory.resolve("read-model.db")) >> 20);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        if (args.length > 3) {
            DatabaseConfig database = new DatabaseConfig(args[2], args[3],
                    Arrays.stream(args).skip(4).findFirst().map(Secret::of));
            try (ReadModelStore store = ReadModelStore.open(database, origin, Clock.systemUTC(), codec)) {
                System.out.println("PostgreSQL");
                run(store, codec, instances, rounds);
                store.writer().clear(Instant.now());
            }
        }
    }

    private static void run(ReadModelStore store, WireCodec codec, int instances, int rounds) throws Exception {
        store.writer().clear(Instant.now());
        long begun = System.nanoTime();
        fill(store, instances);
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf("filled with %,d instances and %,d decisions in %.0f s: %,.0f records a second%n", instances,
                instances / 2, seconds, instances * 1.5 / seconds);
        measure(store, codec, rounds);
    }

    private static void measure(ReadModelStore store, WireCodec codec, int rounds) throws Exception {
        JsonAnswers answers = new JsonAnswers(codec);
        String instance = "/api/v1/instances/team7/job_7/ds=2026-11-20";
        Map<String, List<String>> pages = new LinkedHashMap<>();
        pages.put("overview", List.of("/api/v1/overview", "/api/v1/approvals?limit=8",
                "/api/v1/instances?status=SETTLING,HELD,RERUNNING&limit=8", "/api/v1/decisions?limit=14"));
        pages.put("grid, trouble first", List.of("/api/v1/grid?columns=31&limit=200"));
        pages.put("grid, 90 columns", List.of("/api/v1/grid?columns=90&limit=200&sort=name"));
        pages.put("instances", List.of("/api/v1/instances?limit=100"));
        pages.put("instances, gave up", List.of("/api/v1/instances?status=GAVE_UP&limit=100"));
        pages.put("instances of a job", List.of("/api/v1/instances?job=team7/job_7&limit=100"));
        pages.put("instances, by words", List.of("/api/v1/instances?q=job_77/ds&limit=100"));
        pages.put("instances, of a day", List.of("/api/v1/instances?q=2026-08-22&limit=100"));
        pages.put("instances, of a month", List.of("/api/v1/instances?q=2026-08&limit=100"));
        pages.put("instances, of a team", List.of("/api/v1/instances?q=team7/&limit=100"));
        pages.put("instances, any word", List.of("/api/v1/instances?q=job&limit=100"));
        pages.put("instances, no such", List.of("/api/v1/instances?q=nowhere&limit=100"));
        pages.put("gave up, by words", List.of("/api/v1/instances?status=GAVE_UP&q=job_7&limit=100"));
        pages.put("good, by words", List.of("/api/v1/instances?status=SUCCEEDED&q=7/ds=2026-08-22&limit=100"));
        pages.put("instances of an owner", List.of("/api/v1/instances?owner=team7&limit=100"));
        pages.put("grid, by words", List.of("/api/v1/grid?columns=31&limit=200&q=job_77"));
        pages.put("one instance", List.of(instance, instance + "/timeline?limit=200"));
        pages.put("approvals", List.of("/api/v1/approvals?limit=50"));
        pages.put("alerts", List.of("/api/v1/alerts?state=firing&limit=100"));
        pages.put("audit", List.of("/api/v1/audit?limit=100"));
        pages.put("jobs", List.of("/api/v1/jobs?limit=100"));
        pages.put("jobs, by words", List.of("/api/v1/jobs?q=job_77"));
        pages.put("decisions of a kind", List.of("/api/v1/decisions?kind=suppress&limit=100"));
        System.out.printf("%-22s %9s %9s %9s%n", "page, all its questions", "median ms", "p95 ms", "most ms");
        try (HttpServer server = HttpServer.start(HttpConfig.onLoopback(0), new SimpleMeterRegistry(),
                List.of(new QueryRoutes(store, answers, Clock.systemUTC()), new FigureRoutes(store, answers, Clock.systemUTC())));
                HttpClient client = HttpClient.newHttpClient()) {
            for (Map.Entry<String, List<String>> page : pages.entrySet()) {
                double[] times = new double[rounds];
                for (int round = -5; round < rounds; round++) {
                    long begun = System.nanoTime();
                    for (String path : page.getValue()) {
                        HttpResponse<byte[]> answer = client.send(
                                HttpRequest.newBuilder(URI.create(server.uri() + path)).build(),
                                HttpResponse.BodyHandlers.ofByteArray());
                        if (answer.statusCode() != 200) {
                            throw new IllegalStateException(path + ": " + new String(answer.body()));
                        }
                    }
                    if (round >= 0) { // the first five warm up
                        times[round] = (System.nanoTime() - begun) / 1e6;
                    }
                }
                Arrays.sort(times);
                System.out.printf("%-22s %9.1f %9.1f %9.1f%n", page.getKey(), times[rounds / 2],
                        times[(int) (rounds * 0.95)], times[rounds - 1]);
            }
        }
    }

    private static void fill(ReadModelStore store, int instances) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        List<Incoming> batch = new ArrayList<>(BATCH);
        long offset = 0;
        for (int job = 0; job < instances / DAYS; job++) {
            JobId id = new JobId("team" + job % 50, "job_" + job);
            batch.add(new Incoming.Message(new Incoming.Position(Topics.JOBS, 0, offset++),
                    new JobDefinition(id, Optional.of(new Owner("team" + job % 50, List.of(), Optional.empty())),
                            Map.of("tier", "gold"), Policy.DEFAULTS, Optional.empty(), Optional.empty(), now, "bench")));
            for (int day = 0; day < DAYS; day++) {
                InstanceId instance = new InstanceId(id, new PartitionKey("ds=" + LAST.minusDays(day)));
                Instant at = now.minus(day, ChronoUnit.DAYS).minusSeconds(job % 80_000);
                batch.add(new Incoming.Message(new Incoming.Position(Topics.INSTANCES, 0, offset++),
                        snapshot(instance, status(job, day), at)));
                if (day % 2 == 0) {
                    batch.add(new Incoming.Message(new Incoming.Position(Topics.DECISIONS, 0, offset++),
                            decision(instance, at)));
                }
            }
            if (batch.size() >= BATCH) {
                store.writer().apply(batch, now);
                batch.clear();
            }
        }
        store.writer().apply(batch, now);
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

    private static DecisionRecord decision(InstanceId instance, Instant at) {
        return new DecisionRecord(instance.job(), instance.partition(), at,
                new Decision.Suppress(Reason.DUPLICATE, Optional.empty()),
                new Cause("dev.reprise.run.failed.v1", Optional.of("reprise.events"), Optional.of(0), Optional.of(1L)),
                "abc123", 1, 1, Optional.of(ATTEMPT), InstanceStatus.RUNNING, InstanceStatus.SETTLING, Optional.empty(),
                Optional.empty(), Optional.empty(), "Attempt 1 of run-1 failed.");
    }
}
