// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.runtime.config.Secret;

/** Signatures after Standard Webhooks 1.0.0, symmetric scheme {@code v1}: HMAC-SHA256 over id, timestamp and body. */
final class WebhookSignature {
    private static final String ALGORITHM = "HmacSHA256";

    private WebhookSignature() {}

    /**
     * The value of the signature header: one signature per secret, separated by spaces.
     *
     * @param secrets each with its {@code whsec_} prefix
     * @param id the {@code webhook-id}
     * @param timestamp the {@code webhook-timestamp}, in seconds
     * @param body the bytes as sent
     */
    static String header(List<Secret> secrets, String id, long timestamp, byte[] body) {
        return secrets.stream().map(secret -> sign(secret, id, timestamp, body)).collect(Collectors.joining(" "));
    }

    private static String sign(Secret secret, String id, long timestamp, byte[] body) {
        byte[] key = Base64.getDecoder().decode(secret.reveal().substring(WebhookSpec.SECRET_PREFIX.length()));
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
