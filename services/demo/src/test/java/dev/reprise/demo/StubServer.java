// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on this machine that answers what a test tells it to, and remembers what it was asked. */
public final class StubServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;

    private StubServer(HttpServer server) {
        this.server = server;
    }

    /** Starts it on a free port; it answers everything with an empty object. */
    public static StubServer start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
            StubServer stub = new StubServer(server);
            server.createContext("/", stub::answer);
            server.start();
            return stub;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Answers with this body wherever the path contains the part; the longest part wins. */
    public void answer(String pathPart, String body) {
        answers.put(pathPart, body);
    }

    /** Answers everything with this status. */
    public void refuse(int newStatus, String body) {
        answers.clear();
        answers.put("/", body);
        status = newStatus;
    }

    /** Each request: method, path with query, body. */
    public List<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestMethod() + " " + path + " " + body);
            String part = answers.keySet().stream().filter(path::contains)
                    .reduce("", (one, other) -> one.length() > other.length() ? one : other);
            byte[] bytes = answers.getOrDefault(part, "{}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
