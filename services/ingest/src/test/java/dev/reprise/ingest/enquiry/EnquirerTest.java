// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.source.Question;
import dev.reprise.runtime.config.Secret;

/** Questions to a scheduler that answers, lies, hangs or is not there. */
class EnquirerTest {

    private static final Question WORKFLOW = new Question("workflow-instance",
            Map.of("project", "7", "instance", "42"));
    private static final Question RUN = new Question("glue-job-run", Map.of("job", "daily", "run", "jr_1"));
    private static final Question TASK = new Question("task-instance", Map.of("id", "99"));

    private final MockProducer<byte[], byte[]> kafka = new MockProducer<>(true, null, new ByteArraySerializer(),
            new ByteArraySerializer());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<HttpExchange> requests = new CopyOnWriteArrayList<>();
    private HttpServer scheduler;
    private volatile Function<HttpExchange, Reply> behaviour = _ -> new Reply(200, "{}");

    private record Reply(int status, String body) {}

    @BeforeEach
    void start() throws IOException {
        scheduler = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        scheduler.createContext("/", exchange -> {
            requests.add(exchange);
            Reply reply = behaviour.apply(exchange);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        scheduler.start();
    }

    @AfterEach
    void stop() {
        scheduler.stop(0);
    }

    @Test
    void shouldPutTheAnswerWhereTheBodyStands() {
        behaviour = _ -> new Reply(200, "{\"code\":0,\"data\":{\"state\":\"FAILURE\"}}");
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(10))) {
            enquirer.ask("dolphinscheduler", "ds", "dolphinscheduler/ds/7/42", WORKFLOW);
            ProducerRecord<byte[], byte[]> answer = sent(1).getFirst();
            assertThat(answer.key()).asString(StandardCharsets.UTF_8).isEqualTo("dolphinscheduler/ds/7/42");
            assertThat(answer.value()).asString(StandardCharsets.UTF_8).isEqualTo("{\"state\":\"FAILURE\"}");
            assertThat(answer.headers().lastHeader("reprise-answer-to").value()).asString(StandardCharsets.UTF_8)
                    .isEqualTo(WORKFLOW.id());
            assertThat(requests.getFirst().getRequestHeaders().getFirst("token")).isEqualTo("t0ken");
            assertThat(requests.getFirst().getRequestURI())
                    .hasToString("/dolphinscheduler/projects/7/workflow-instances/42");
        }
    }

    @Test
    void shouldAskTheSameOnceWithinAMoment() {
        behaviour = _ -> new Reply(200, "{\"code\":0,\"data\":{}}");
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(10))) {
            enquirer.ask("dolphinscheduler", "ds", "one", WORKFLOW);
            sent(1);
            enquirer.ask("dolphinscheduler", "ds", "two", WORKFLOW);
            assertThat(sent(2)).hasSize(2);
            assertThat(requests).hasSize(1);
        }
    }

    @Test
    void shouldFindTheNameOfOlderReleases() {
        behaviour = exchange -> exchange.getRequestURI().getPath().contains("process-instances")
                ? new Reply(200, "{\"code\":0,\"data\":{\"state\":\"STOP\"}}")
                : new Reply(404, "{}");
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(10))) {
            enquirer.ask("dolphinscheduler", "ds", "key", WORKFLOW);
            assertThat(sent(1).getFirst().value()).asString(StandardCharsets.UTF_8).contains("STOP");
        }
    }

    @Test
    void shouldTakeNoErrorForAnAnswer() {
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(1))) {
            behaviour = _ -> new Reply(200, "{\"code\":10010,\"msg\":\"user not authorised\",\"data\":null}");
            assertThat(fault(enquirer, WORKFLOW)).contains("code 10010").contains("user not authorised");
            behaviour = _ -> new Reply(200, "<html>");
            assertThat(faultOtherThan(enquirer, WORKFLOW, "code 10010")).contains("no JSON");
            behaviour = _ -> {
                try {
                    Thread.currentThread().join(3000); // longer than the time-out
                } catch (InterruptedException e) {
                    throw new UncheckedIOException(new IOException(e));
                }
                return new Reply(200, "{}");
            };
            assertThat(faultOtherThan(enquirer, WORKFLOW, "no JSON")).containsIgnoringCase("timed out");
            assertThat(kafka.history()).isEmpty();
        }
    }

    @Test
    void shouldSayWhatIsNotConfigured() {
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(1))) {
            enquirer.ask("dolphinscheduler", "elsewhere", "key", WORKFLOW);
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> enquirer.fault("elsewhere").isPresent());
            assertThat(enquirer.fault("elsewhere")).hasValueSatisfying(
                    why -> assertThat(why).contains("add it under ingest.sources"));
        }
    }

    @Test
    void shouldSignQuestionsToDataWorks() {
        behaviour = _ -> new Reply(200, "{\"TaskInstance\":{\"RunNumber\":2}}");
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(10))) {
            enquirer.ask("dataworks", "dw", "key", TASK);
            assertThat(sent(1).getFirst().value()).asString(StandardCharsets.UTF_8).contains("RunNumber");
            HttpExchange request = requests.getFirst();
            assertThat(request.getRequestURI().getQuery()).isEqualTo("Id=99");
            assertThat(request.getRequestHeaders().getFirst("x-acs-action")).isEqualTo("GetTaskInstance");
            assertThat(request.getRequestHeaders().getFirst("x-acs-date")).isEqualTo("2026-11-29T12:00:00Z");
            assertThat(request.getRequestHeaders().getFirst("Authorization"))
                    .matches("ACS3-HMAC-SHA256 Credential=ak,SignedHeaders=host;x-acs-action;.*,Signature=[0-9a-f]{64}")
                    .doesNotContain("s3cret");
        }
    }

    @Test
    void shouldSignQuestionsToAws() {
        List<String> bodies = new CopyOnWriteArrayList<>();
        behaviour = exchange -> {
            bodies.add(read(exchange));
            String action = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            return new Reply(200, switch (action) {
                case "AWSGlue.GetJobRun" -> "{\"JobRun\":{\"Arguments\":{\"--ds\":\"2026-11-28\"}}}";
                case "ElasticMapReduce.DescribeStep" -> "{\"Step\":{\"Config\":{\"Args\":[\"a\"]}}}";
                default -> "{\"executionArn\":\"x\",\"input\":\"{}\",\"output\":\"much\"}";
            });
        };
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(30))) {
            enquirer.ask("aws", "aws", "key", RUN);
            sent(1);
            enquirer.ask("aws", "aws", "key", new Question("emr-step", Map.of("cluster", "j-1", "step", "s-1")));
            sent(2);
            enquirer.ask("aws", "aws", "key", new Question("execution", Map.of("arn", "arn:x")));
            assertThat(sent(3)).extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                    .containsExactly(
                            "{\"Arguments\":{\"--ds\":\"2026-11-28\"}}", "{\"Config\":{\"Args\":[\"a\"]}}",
                            "{\"input\":\"{}\"}");
            assertThat(bodies).containsExactly("{\"JobName\":\"daily\",\"RunId\":\"jr_1\"}",
                    "{\"ClusterId\":\"j-1\",\"StepId\":\"s-1\"}", "{\"executionArn\":\"arn:x\"}");
            assertThat(requests).extracting(request -> request.getRequestHeaders().getFirst("Authorization"))
                    .allSatisfy(header -> assertThat(header).doesNotContain("s3cret").contains("x-amz-target"))
                    .extracting(header -> header.split("[ /]")[0] + " " + header.split("[ /]")[3] + " "
                            + header.split("[ /]")[4])
                    .containsExactly("AWS4-HMAC-SHA256 eu-central-1 glue",
                            "AWS4-HMAC-SHA256 eu-central-1 elasticmapreduce", "AWS4-HMAC-SHA256 eu-central-1 states");
            assertThat(requests.getFirst().getRequestHeaders().getFirst("X-Amz-Security-Token")).isEqualTo("session");
            assertThat(requests.getFirst().getRequestHeaders().getFirst("X-Amz-Date")).isEqualTo("20261129T120000Z");
        }
    }

    @Test
    void shouldTakeNoErrorOfAwsForAnAnswer() {
        try (Enquirer enquirer = enquirer(Duration.ofSeconds(2))) {
            Map<String, Reply> failures = new LinkedHashMap<>();
            failures.put("AccessDeniedException: not allowed", new Reply(400,
                    "{\"__type\":\"com.amazonaws.glue#AccessDeniedException\",\"Message\":\"not allowed\"}"));
            failures.put("EntityNotFoundException: no run", new Reply(400,
                    "{\"__type\":\"EntityNotFoundException\",\"message\":\"no run\"}"));
            failures.put("status 500, no code", new Reply(500, "{}"));
            failures.put("status 200, no code", new Reply(200, "{\"JobRuns\":[]}"));
            failures.put("no JSON", new Reply(503, "<html>busy</html>"));
            failures.put("larger than 512 KiB", new Reply(200, "{\"JobRun\":\"" + "x".repeat(600_000) + "\"}"));
            failures.forEach((why, reply) -> {
                behaviour = _ -> reply;
                enquirer.ask("aws", "aws", "key", RUN);
                Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(
                        () -> assertThat(enquirer.fault("aws"))
                                .hasValueSatisfying(told -> assertThat(told).contains(why)));
            });
            behaviour = _ -> {
                hang();
                return new Reply(200, "{}");
            };
            enquirer.ask("aws", "aws", "key", RUN);
            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(enquirer.fault("aws"))
                    .hasValueSatisfying(told -> assertThat(told).containsIgnoringCase("timed out")));
            assertThat(kafka.history()).isEmpty();
            assertThat(registry.counter("rerun.source.questions", "format", "aws", "outcome", "failed").count())
                    .isEqualTo(7);
        }
    }

    private static void hang() {
        try {
            Thread.currentThread().join(4000); // longer than the time-out
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static String read(HttpExchange exchange) {
        try {
            return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String fault(Enquirer enquirer, Question question) {
        return faultOtherThan(enquirer, question, "\u0000");
    }

    private String faultOtherThan(Enquirer enquirer, Question question, String before) {
        enquirer.ask("dolphinscheduler", "ds", "key", question);
        Awaitility.await().atMost(Duration.ofSeconds(60))
                .until(() -> enquirer.fault("ds").filter(why -> !why.contains(before)).isPresent());
        return enquirer.fault("ds").orElseThrow();
    }

    private List<ProducerRecord<byte[], byte[]>> sent(int count) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> kafka.history().size() >= count);
        return kafka.history();
    }

    private Enquirer enquirer(Duration timeout) {
        String base = "http://127.0.0.1:" + scheduler.getAddress().getPort();
        List<SourceSetting> sources = List.of(
                new SourceSetting("ds", "dolphinscheduler", Optional.of(base + "/dolphinscheduler/"),
                        Optional.empty(), Optional.of(Secret.of("t0ken")), Optional.empty(), Optional.empty(),
                        Optional.empty(),
                        Optional.of(timeout)),
                new SourceSetting("dw", "dataworks", Optional.of(base), Optional.empty(), Optional.empty(),
                        Optional.of("ak"),
                        Optional.of(Secret.of("s3cret")), Optional.empty(), Optional.of(timeout)),
                new SourceSetting("aws", "aws", Optional.of(base), Optional.of("eu-central-1"),
                        Optional.of(Secret.of("session")), Optional.of("AKID"), Optional.of(Secret.of("s3cret")),
                        Optional.empty(), Optional.of(timeout)));
        return new Enquirer(sources, new RawForeign("t.raw"), new AckedProducer(kafka, Duration.ofSeconds(5)),
                new IngestMeters(registry), () -> Instant.parse("2026-11-29T12:00:00Z"));
    }
}
