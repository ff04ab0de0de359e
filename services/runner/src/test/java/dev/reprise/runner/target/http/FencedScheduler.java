// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A scheduler that knows no keys: each call starts again, unless it comes under an older token than the newest it was
 * shown for that rerun. {@code POST /runs/ID/TOKEN}, {@code PUT /tokens/ID/TOKEN}, {@code GET /runs/ID}.
 */
final class FencedScheduler implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Long> tokens = new ConcurrentHashMap<>();
    private final Map<String, Integer> starts = new ConcurrentHashMap<>();
    private volatile boolean losesAnswers;

    FencedScheduler() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/runs/", this::runs);
        server.createContext("/tokens/", this::tokens);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int starts(String rerunId) {
        return starts.getOrDefault(rerunId, 0);
    }

    /** From now on it does what it is asked and hangs up. */
    void losesAnswers(boolean loses) {
        losesAnswers = loses;
    }

    private void runs(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        if (exchange.getRequestMethod().equals("GET")) {
            answer(exchange, starts.containsKey(path[2]) ? 200 : 404);
        } else if (Long.parseLong(path[3]) < tokens.getOrDefault(path[2], Long.MIN_VALUE)) {
            answer(exchange, 409);
        } else {
            starts.merge(path[2], 1, Integer::sum);
            answer(exchange, 201);
        }
    }

    private void tokens(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        long token = Long.parseLong(path[3]);
        boolean newest = token >= tokens.getOrDefault(path[2], Long.MIN_VALUE);
        tokens.merge(path[2], token, Math::max);
        answer(exchange, newest ? 204 : 409);
    }

    private void answer(HttpExchange exchange, int status) throws IOException {
        boolean isQuery = exchange.getRequestMethod().equals("GET");
        if (losesAnswers && !isQuery) {
            exchange.close();
            return;
        }
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, status == 204 ? -1 : body.length);
        if (status != 204) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
