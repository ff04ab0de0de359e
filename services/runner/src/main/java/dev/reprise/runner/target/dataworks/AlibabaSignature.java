// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.dataworks;

import com.aliyun.openapiutil.Client;
import com.aliyun.tea.TeaRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Order;

/** Signs requests to Alibaba Cloud: version 3 of its signature, computed by its own library. */
final class AlibabaSignature {
    private static final String ALGORITHM = "ACS3-HMAC-SHA256";
    private static final String VERSION = "2024-05-18";

    private final Order order;
    private final InstantSource clock;

    AlibabaSignature(Order order, InstantSource clock) {
        this.order = order;
        this.clock = clock;
    }

    /**
     * The headers of a request.
     *
     * @param body the body as it is sent
     */
    Map<String, String> headers(String method, String action, Map<String, String> query, String body) {
        URI uri = URI.create(order.address());
        Map<String, String> headers = new TreeMap<>();
        headers.put("x-acs-action", action);
        headers.put("x-acs-version", VERSION);
        headers.put("x-acs-date", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        headers.put("x-acs-signature-nonce", UUID.randomUUID().toString());
        order.optional("security-token").ifPresent(token -> headers.put("x-acs-security-token", token));
        try {
            String hash = Client.hexEncode(Client.hash(body.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            headers.put("x-acs-content-sha256", hash);
            TeaRequest request = TeaRequest.create();
            request.method = method;
            request.pathname = "/";
            request.query = new TreeMap<>(query);
            request.headers = new TreeMap<>(headers);
            request.headers.put("host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
            headers.put("Authorization", Client.getAuthorization(request, ALGORITHM, hash,
                    order.text("access-key-id"), order.text("access-key-secret")));
            return headers;
            // The library declares Exception for what can only be a key it cannot use.
        } catch (Exception e) {
            throw new TargetRefusedException(
                    "access-key-secret cannot sign a request: " + e.getClass().getSimpleName());
        }
    }
}
