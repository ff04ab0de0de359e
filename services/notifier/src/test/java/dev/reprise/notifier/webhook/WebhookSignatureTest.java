// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.config.Secret;

class WebhookSignatureTest {
    private static final Secret SECRET = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    @Test
    void shouldReproduceTheVectorOfStandardWebhooks() {
        String header = WebhookSignature.header(List.of(SECRET), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

        assertThat(header).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void shouldReproduceTheVectorOfACloudEvent() throws IOException {
        byte[] body;
        try (InputStream file = Objects.requireNonNull(
                WebhookSignatureTest.class.getResourceAsStream("/webhook/standard-webhook-body.min.json"))) {
            body = new String(file.readAllBytes(), StandardCharsets.UTF_8).strip().getBytes(StandardCharsets.UTF_8);
        }

        assertThat(WebhookSignature.header(List.of(SECRET), "evt_01JFZK3Q9TS8", 1769569332, body))
                .isEqualTo("v1,MWN8uMMr4lykhVf0EVZVHrbIQV0n4BgIRyuBemnPR9k=");
    }

    @Test
    void shouldSignWithEachSecretWhileOneIsChanged() {
        Secret fresh = Secret.of("whsec_" + "A".repeat(32));

        String header = WebhookSignature.header(List.of(fresh, SECRET), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

        assertThat(header.split(" ")).hasSize(2).allMatch(each -> each.startsWith("v1,")).doesNotHaveDuplicates()
                .contains("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
