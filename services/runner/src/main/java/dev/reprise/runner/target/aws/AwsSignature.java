// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

import dev.reprise.runner.target.scheduler.Order;

/** Signs requests to AWS: version 4 of its signature, computed by its own library. */
final class AwsSignature {
    private final Order order;
    private final InstantSource clock;

    AwsSignature(Order order, InstantSource clock) {
        this.order = order;
        this.clock = clock;
    }

    /**
     * The headers of a request.
     *
     * @param service the service, as signatures name it
     * @param headers what is signed along
     * @param body the body as it is sent
     */
    Map<String, String> headers(String service, String address, Map<String, String> headers, String body) {
        SdkHttpRequest.Builder request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(URI.create(address));
        headers.forEach(request::putHeader);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        SignedRequest signed = AwsV4HttpSigner.create().sign(sign -> sign.identity(identity())
                .request(request.build())
                .payload(() -> new ByteArrayInputStream(bytes))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                .putProperty(AwsV4HttpSigner.REGION_NAME, order.text("region"))
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(clock.instant(), ZoneOffset.UTC)));
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        signed.request().headers().forEach((name, values) -> all.put(name, values.getFirst()));
        // The client of the JDK writes it itself, with the same host and port.
        all.remove("Host");
        return all;
    }

    private AwsCredentialsIdentity identity() {
        String id = order.text("access-key-id");
        String secret = order.text("secret-access-key");
        return order.optional("session-token")
                .<AwsCredentialsIdentity>map(token -> AwsSessionCredentialsIdentity.create(id, secret, token))
                .orElseGet(() -> AwsCredentialsIdentity.create(id, secret));
    }
}
