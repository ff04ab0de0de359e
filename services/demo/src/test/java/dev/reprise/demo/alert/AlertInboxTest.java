// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

@Timeout(120)
class AlertInboxTest {
    private static final Instant NOW = Instant.parse("2026-11-29T07:30:00Z");
    private static final InstanceId INSTANCE = InstanceId.parse("demo/ledger_append/ds=2026-11-28");

    private final WireCodec codec = new WireCodec();
    private final AlertInbox inbox = AlertInbox.open(codec, InstantSource.fixed(NOW));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        inbox.close();
        http.close();
    }

    @Test
    void shouldKeepWhatComesTwiceOnce() throws Exception {
        AlertFiring alert = anAlert();

        assertThat(post("a-1", cloudEvent(alert), inbox.secret())).isEqualTo(204);
        assertThat(post("a-1", cloudEvent(alert), inbox.secret())).isEqualTo(204);

        assertThat(inbox.told()).containsExactly(alert);
        assertThat(inbox.refused()).isZero();
    }

    @Test
    void shouldRefuseAndCountWhatIsSignedByAnother() throws Exception {
        assertThat(post("a-1", cloudEvent(anAlert()), SigningSecret.generate())).isEqualTo(401);

        assertThat(inbox.told()).isEmpty();
        assertThat(inbox.refused()).isOne();
    }

    @Test
    void shouldRefuseAndCountWhatIsNoAlert() throws Exception {
        assertThat(post("a-1", "{\"specversion\": \"1.0\"}", inbox.secret())).isEqualTo(400);
        assertThat(post("a-2", "no json", inbox.secret())).isEqualTo(400);

        assertThat(inbox.refused()).isEqualTo(2);
    }

    private int post(String id, String body, SigningSecret secret) throws IOException, InterruptedException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String timestamp = Long.toString(NOW.getEpochSecond());
        HttpRequest request = HttpRequest.newBuilder(inbox.url()).header("webhook-id", id)
                .header("webhook-timestamp", timestamp).header("webhook-signature", secret.sign(id, timestamp, bytes))
                .POST(HttpRequest.BodyPublishers.ofByteArray(bytes)).build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private String cloudEvent(AlertFiring alert) {
        ObjectNode event = codec.mapper().createObjectNode();
        event.put("specversion", "1.0").put("id", "a-1").put("source", "reprise/notifier")
                .put("type", WireType.ALERT_FIRING.ceType()).set("data", codec.mapper().valueToTree(alert));
        return event.toString();
    }

    private static AlertFiring anAlert() {
        AlertContent content = new AlertContent(INSTANCE.job(), INSTANCE.partition(), 1, Optional.empty(),
                Optional.empty(), Map.of(), "it failed", "it failed and was not rerun", Optional.empty(), List.of(),
                Optional.empty(), Optional.empty());
        return new AlertFiring(AlertKey.of(Reason.NON_IDEMPOTENT.name(), INSTANCE), 1, Reason.NON_IDEMPOTENT,
                Severity.CRITICAL, content, NOW);
    }
}
