// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.console.ApiClient;
import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;

/** What the API says while the read model is empty, half filled or stands still. */
class StoreRoutesTest {

    @TempDir
    static Path directory;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        server = new ApiServer(directory);
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void catchUp() {
        server.catchUp();
    }

    @TestFactory
    Stream<DynamicTest> shouldSayOfEveryAnswerThatItIsNotWhole() {
        return Operation.all(server)
                .filter(each -> each.method().equals("get") && !each.path().contains("{")
                        && !each.path().endsWith("/stream"))
                .map(each -> DynamicTest.dynamicTest(each.path(), () -> {
                    assertThat(header(server.client().get(each.path()))).isEmpty();
                    server.fallBehind(12);
                    HttpResponse<String> answer = server.client().get(each.path());
                    server.catchUp();

                    assertThat(answer.statusCode()).isEqualTo(200);
                    assertThat(header(answer)).contains("filling; lag=12");
                }));
    }

    @Test
    void shouldTellAStandstillFromFilling() {
        server.become(new TailStatus(false, 3, List.of(), Optional.of("the disk is full")));
        assertThat(header(server.client().get("/api/v1/overview"))).contains("stopped");
        server.become(new TailStatus(false, 0, List.of("reprise.jobs"), Optional.empty()));
        assertThat(header(server.client().get("/api/v1/overview"))).contains("topics-missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/jobs/warehouse/none", "/api/v1/instances/warehouse/none/*",
        "/api/v1/instances/warehouse/none/*/timeline", "/api/v1/instances/warehouse/none/*/downstream"})
    void shouldNotCallMissingWhatIsNotReadYet(String path) {
        assertThat(server.client().get(path).statusCode()).isEqualTo(404);
        server.fallBehind(12);

        HttpResponse<String> answer = server.client().get(path);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(ApiClient.tree(answer).path("detail").asString())
                .isEqualTo("it cannot be told yet: the read model has 12 records to read");
    }

    @Test
    void shouldNotCallStaleWhatIsNotReadYet() {
        server.fallBehind(12);

        assertThat(Stream.of("PUT /api/v1/jobs jobs: [{job: warehouse/load_orders}]",
                "PUT /api/v1/controls {\"scope\": \"warehouse\", \"kind\": \"PAUSE\", \"reason\": \"x\"}",
                "POST /api/v1/instances/warehouse/load_orders/ds=2026-11-28/rerun {\"reason\": \"x\"}")
                .map(each -> each.split(" ", 3)).map(each -> server.client().call(each[0], each[1], each[2], Role.ADMIN,
                        "If-Match", "\"2020-01-01T00:00:00Z\"").statusCode()))
                .containsOnly(503);
        assertThat(server.client().get("/grid").statusCode()).isEqualTo(200);
        assertThat(header(server.client().get("/grid"))).isEmpty();
    }

    private static Optional<String> header(HttpResponse<String> answer) {
        return answer.headers().firstValue(StoreRoutes.HEADER);
    }
}
