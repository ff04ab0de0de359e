// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.ingest.airflow.AirflowFormat;
import dev.reprise.ingest.databricks.DatabricksFormat;
import dev.reprise.ingest.dbt.DbtFormat;
import dev.reprise.ingest.intake.ForeignIntake;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.slurm.SlurmFormat;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.http.AuthConfig;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.http.Refusal;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.Scope;
import dev.reprise.runtime.http.TokenConfig;
import dev.reprise.runtime.http.UserConfig;
import dev.reprise.runtime.password.PasswordHash;

/** Who may send bodies of which jobs. */
class SourceAccessTest {

    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final String PASSWORD = "a-long-enough-password";
    private static final PasswordHash HASH = PasswordHash.of(PASSWORD);

    private final MockProducer<byte[], byte[]> kafka = new MockProducer<>(true, null, new ByteArraySerializer(),
            new ByteArraySerializer());
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Refusal> refused = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() {
        HttpConfig config = new HttpConfig(null, 0, null, null,
                List.of(token("everywhere", Role.OPERATOR, Scope.EVERYTHING),
                        token("reader", Role.VIEWER, Scope.EVERYTHING),
                        token("installation", Role.OPERATOR, new Scope(List.of("airflow-*", "slurm-hpc"), null, null)),
                        token("jobs", Role.OPERATOR,
                                new Scope(null, null, List.of("airflow-prod/sales.*", "hpc/*", "dbx/*"))),
                        token("owner", Role.OPERATOR, new Scope(null, List.of("payments"), null))),
                null, null, null,
                new AuthConfig(List.of(new UserConfig("webhook", HASH, Set.of(Role.OPERATOR), Optional.empty())), null,
                        null),
                null);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        server = HttpServer.start(config, registry,
                List.of(new SourceRoutes(
                        new ForeignIntake(new RawForeign("t.raw"), ByteSize.ofKibibytes(100),
                                new AckedProducer(kafka, Duration.ofSeconds(30)), new IngestMeters(registry),
                                () -> NOW),
                        List.of(new AirflowFormat(), new SlurmFormat(), new DatabricksFormat(), new DbtFormat()),
                        new IngestMeters(registry), () -> NOW)),
                refused::addAll);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "everywhere   | airflow | airflow-prod | 202", "reader       | airflow | airflow-prod | 403",
        "installation | airflow | airflow-prod | 202", "installation | airflow | elsewhere    | 403",
        "installation | slurm   | slurm-hpc    | 202", "jobs         | airflow | airflow-prod | 202",
        "jobs         | airflow | airflow-test | 403", "owner        | airflow | airflow-prod | 403",
        // what a hook of Slurm or a webhook of Databricks tells depends on more than the body
        "jobs         | slurm   | hpc          | 403", "jobs         | databricks | dbx       | 403"})
    void shouldTakeWhatIsInScopeAndNothingElse(String caller, String format, String source, int status) {
        assertThat(sent("Bearer " + secret(caller), format, source, body(format, "sales")).statusCode())
                .isEqualTo(status);
        assertThat(kafka.history()).hasSize(status == 202 ? 1 : 0);
    }

    @Test
    void shouldLookAtTheJobOfEachBodyAndRecordWhatItRefuses() {
        HttpResponse<String> answer = sent("Bearer " + secret("jobs"), "airflow", "airflow-prod",
                body("airflow", "payroll"));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("urn:reprise:out-of-scope").contains("airflow-prod/payroll.load");
        assertThat(sent("Bearer " + secret("jobs"), "airflow", "airflow-prod", "{\"dag_id\":\"sales\"}").statusCode())
                .isEqualTo(403);
        server.close();
        assertThat(refused).allSatisfy(each -> {
            assertThat(each.caller()).isEqualTo("jobs");
            assertThat(each.route()).isEqualTo("POST /api/v1/sources/{format}");
            assertThat(each.status()).isEqualTo(403);
        });
        assertThat(refused.stream().mapToLong(Refusal::count).sum()).isEqualTo(2);
    }

    @Test
    void shouldAskForEveryJobOfABodyOfMany() {
        String results = "{\"metadata\":{\"dbt_schema_version\":\"https://schemas.getdbt.com/dbt/run-results/v6.json\","
                + "\"invocation_id\":\"i\",\"generated_at\":\"2026-11-29T11:00:00Z\"},\"results\":["
                + "{\"unique_id\":\"model.shop.a\",\"status\":\"error\",\"message\":\"m\"},"
                + "{\"unique_id\":\"model.hr.b\",\"status\":\"success\"}]}";
        assertThat(sent("Bearer " + secret("jobs"), "dbt", "airflow-prod", results).statusCode()).isEqualTo(403);
        assertThat(sent("Bearer " + secret("jobs"), "dbt", "hpc", results).statusCode()).isEqualTo(202);
    }

    @Test
    void shouldTakeNameAndPassword() {
        assertThat(sent(basic("webhook", PASSWORD), "databricks", "dbx", body("databricks", "")).statusCode())
                .isEqualTo(202);
        assertThat(sent(basic("webhook", "another-long-password"), "databricks", "dbx", body("databricks", ""))
                .statusCode()).isEqualTo(401);
        assertThat(kafka.history()).hasSize(1);
    }

    private static String body(String format, String job) {
        return switch (format) {
            case "airflow" -> "{\"version\":1,\"event\":\"failed\",\"dag_id\":\"" + job + "\",\"task_id\":\"load\","
                    + "\"run_id\":\"r\",\"try_number\":1}";
            case "slurm" -> "{\"hook\":\"PrologSlurmctld\",\"SLURM_JOB_ID\":\"13\",\"SLURM_JOB_NAME\":\"" + job
                    + "\",\"SLURM_JOB_RESTART_COUNT\":\"0\"}";
            default -> "{\"event_type\":\"jobs.on_failure\",\"run\":{\"run_id\":\"7\"},\"job\":{\"name\":\"j\"}}";
        };
    }

    private static TokenConfig token(String name, Role role, Scope scope) {
        return new TokenConfig(name, Optional.of(Secret.of(secret(name))), Optional.empty(), Set.of(role),
                Optional.empty(),
                Optional.of(scope), Optional.empty());
    }

    private static String secret(String name) {
        return name + "-token-of-twenty-characters";
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> sent(String authorization, String format, String source, String body) {
        return client.sendAsync(HttpRequest
                .newBuilder(URI.create(server.uri() + "/api/v1/sources/" + format + "?source=" + source))
                .header("Authorization", authorization).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString()).join();
    }
}
