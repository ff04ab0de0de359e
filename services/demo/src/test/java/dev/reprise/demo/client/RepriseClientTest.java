// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.demo.StubServer;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.wire.WireCodec;

@Timeout(120)
class RepriseClientTest {
    private static final InstanceId INSTANCE = InstanceId.parse("demo/fx_rates/ds=2026-11-28");
    private static final RerunId RERUN = RerunId.ofFailure(INSTANCE, new AttemptId(new RunId("run-1"), 1));

    private final WireCodec codec = new WireCodec();
    private final StubServer server = StubServer.start();
    private final RepriseClient client = new RepriseClient(server.uri(), codec);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void shouldReadInstancesAndPassOverFieldsItDoesNotKnow() {
        server.answer("/", """
                {"items": [{"instance": "demo/fx_rates/ds=2026-11-28", "meaning": "...", "job": "demo/fx_rates",
                "partition": "ds=2026-11-28", "status": "AWAITING_APPROVAL", "generation": 1, "episode": 1, "reruns": 0,
                "rerunId": "%s", "openAlerts": 1, "updatedAt": "2026-11-29T07:30:00Z", "later": 1}]}"""
                .formatted(RERUN.value()));

        assertThat(client.instances("demo")).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.instance()).isEqualTo(INSTANCE);
            assertThat(snapshot.status()).isEqualTo(InstanceStatus.AWAITING_APPROVAL);
            assertThat(snapshot.rerunId()).contains(RERUN);
        });
        assertThat(server.asked()).containsExactly("GET /api/v1/instances?namespace=demo ");
    }

    @Test
    void shouldReadDecisionsAlsoWithAReasonOfANewerServer() {
        server.answer("/", """
                {"items": [{"offset": 4, "kind": "wait", "reason": "SETTLING"},
                {"offset": 9, "kind": "rerun", "reason": "FULL_MOON"}]}""");

        assertThat(client.decisions(INSTANCE)).containsExactly(new HeardDecision(4, "wait", Reason.SETTLING),
                new HeardDecision(9, "rerun", Reason.UNRECOGNISED));
        assertThat(server.asked())
                .containsExactly("GET /api/v1/instances/demo/fx_rates/ds%3D2026-11-28/decisions?limit=500 ");
    }

    @Test
    void shouldDeliverSeveralEventsInOneRequest() {
        ObjectNode event = codec.mapper().createObjectNode().put("id", "e-1");

        client.deliverAll(List.of(event, event));

        assertThat(server.asked()).containsExactly("POST /api/v1/events [{\"id\":\"e-1\"},{\"id\":\"e-1\"}]");
    }

    @Test
    void shouldApproveByTheNameOfTheRerun() {
        client.approve(INSTANCE, RERUN, "it deletes first");

        assertThat(server.asked()).singleElement().asString()
                .startsWith("POST /api/v1/instances/demo/fx_rates/ds%3D2026-11-28/approve ")
                .contains(RERUN.value(), "it deletes first");
    }

    @Test
    void shouldTellWhatWasRefusedAndWhy() {
        server.refuse(400, "{\"detail\": \"the document has 2 problems\"}");

        assertThatThrownBy(() -> client.apply(codec.mapper().createObjectNode(), Map.of()))
                .isInstanceOf(RepriseUnavailableException.class)
                .hasMessageContaining("PUT /api/v1/jobs was answered with 400")
                .hasMessageContaining("the document has 2 problems");
    }

    @Test
    void shouldTellThatNobodyAnswers() {
        server.close();

        assertThatThrownBy(() -> client.jobs("demo")).isInstanceOf(RepriseUnavailableException.class)
                .hasMessageContaining("was not answered by http://127.0.0.1");
    }
}
