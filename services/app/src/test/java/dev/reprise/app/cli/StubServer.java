// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Answers what a test tells it to, and remembers what was asked. */
public final class StubServer implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** A request as it came. */
    public record Received(String method, String target, Map<String, List<String>> headers, String body) {

        /** The first value of a header. */
        public Optional<String> header(String name) {
            return headers.entrySet().stream().filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().getFirst()).findFirst();
        }
    }

    private record Answer(int status, String body, Map<String, String> headers) {}

    /** A server on a free port of the loopback address. */
    public StubServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    /** From now on answers this method and path so, whatever the query. */
    public StubServer answer(String method, String path, int status, String body) {
        return answer(method, path, status, body, Map.of());
    }

    /** The same with headers. */
    public StubServer answer(String method, String path, int status, String body, Map<String, String> headers) {
        answers.put(method + " " + path, new Answer(status, body, headers));
        return this;
    }

    public String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()), body));
            Answer answer = answers.getOrDefault(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath(),
                    new Answer(404, "{\"detail\":\"there is nothing at " + exchange.getRequestURI().getPath() + "\"}",
                            Map.of()));
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
