// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.alert;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/**
 * A webhook on this machine that takes alerts. What comes again under the same id is one message; what is not signed
 * with the secret is refused and counted. Safe for use by many threads.
 */
public final class AlertInbox implements AutoCloseable {
    private static final String PATH = "/alerts";
    private static final int LARGEST_BODY = 64 * 1024;
    private static final int NO_CONTENT = 204;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORISED = 401;
    private static final int METHOD_NOT_ALLOWED = 405;

    private final HttpServer server;
    private final SigningSecret secret = SigningSecret.generate();
    private final WireCodec codec;
    private final InstantSource clock;
    private final Map<String, Alert> told = new LinkedHashMap<>();
    private int refused;

    private AlertInbox(HttpServer server, WireCodec codec, InstantSource clock) {
        this.server = server;
        this.codec = codec;
        this.clock = clock;
    }

    /**
     * Opens it on a free port of the loopback address.
     *
     * @throws UncheckedIOException when there is none
     */
    public static AlertInbox open(WireCodec codec, InstantSource clock) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
            AlertInbox inbox = new AlertInbox(server, codec, clock);
            server.createContext(PATH, inbox::take);
            server.start();
            return inbox;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a webhook on this machine", e);
        }
    }

    /** Where to post. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** What messages must be signed with. */
    public SigningSecret secret() {
        return secret;
    }

    /** What has come so far, each once, in the order of arrival. */
    public synchronized List<Alert> told() {
        return List.copyOf(told.values());
    }

    /** How many messages were refused. */
    public synchronized int refused() {
        return refused;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, -1);
                return;
            }
            byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
            exchange.sendResponseHeaders(judge(exchange, body, clock.instant()), -1);
        }
    }

    private synchronized int judge(HttpExchange exchange, byte[] body, Instant now) {
        String id = header(exchange, "webhook-id");
        if (!secret.signed(id, header(exchange, "webhook-timestamp"), header(exchange, "webhook-signature"), body,
                now)) {
            refused++;
            return UNAUTHORISED;
        }
        try {
            if (codec.readStructured(codec.mapper().readTree(body)).data() instanceof Alert alert) {
                told.putIfAbsent(id, alert);
                return NO_CONTENT;
            }
        } catch (JacksonException | MalformedMessageException _) {
            // answered below, like any other message that is no alert
        }
        refused++;
        return BAD_REQUEST;
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }
}
