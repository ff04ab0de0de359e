// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import dev.reprise.runner.target.Fault;

/** A scheduler on the loopback that does to the next call what a fault says, and to nothing else. */
final class StubServer implements AutoCloseable {
    private static final int HUGE = 10 * 1024 * 1024;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Play play;
    private final List<Play.Request> held = new ArrayList<>();
    private final List<Exchange> exchanges = new ArrayList<>();
    private Fault next = Fault.DUPLICATE;
    private boolean blind;
    private int calls;

    /** A request and what the scheduler itself answered; what a fault makes of an answer is none. */
    record Exchange(Play.Request request, Play.Answer answer) {}

    StubServer(Play play) {
        this.play = play;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    synchronized void arrange(Fault fault) {
        next = fault;
        if (fault == Fault.CONFLICT_FOREIGN) {
            play.takeByOther();
        }
    }

    synchronized void heal() {
        next = Fault.DUPLICATE;
        blind = false;
    }

    synchronized void failAgain() {
        play.failAgain();
    }

    synchronized boolean forget() {
        return play.forget();
    }

    /** What was held on its way arrives; nobody waits for the answers. */
    synchronized void deliverHeld() {
        held.forEach(play::answer);
        held.clear();
    }

    synchronized int effects() {
        return play.effects();
    }

    /** What was asked and answered, in order. */
    synchronized List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Requests that asked for a rerun. */
    synchronized int calls() {
        return calls;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        Play.Request request = new Play.Request(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8), headers);
        Fault fault = Fault.DUPLICATE;
        Play.Answer answer;
        synchronized (this) {
            if (play.isCall(request)) {
                calls++;
                fault = next;
                next = Fault.DUPLICATE;
                answer = switch (fault) {
                    case REFUSED -> play.refusal();
                    case DELIVERED_LATE -> hold(request);
                    default -> play.answer(request);
                };
                if (fault == Fault.DELIVERED_TWICE) {
                    play.answer(request);
                }
                blind = fault == Fault.BLIND;
                if (fault != Fault.DELIVERED_LATE) {
                    exchanges.add(new Exchange(request, fault == Fault.CONFLICT_OWN ? play.conflict() : answer));
                }
            } else {
                answer = blind ? new Play.Answer(503, "") : play.answer(request);
                if (!blind) {
                    exchanges.add(new Exchange(request, answer));
                }
            }
        }
        send(exchange, fault, answer);
    }

    private Play.Answer hold(Play.Request request) {
        held.add(request);
        return new Play.Answer(504, "");
    }

    private void send(HttpExchange exchange, Fault fault, Play.Answer answer) throws IOException {
        try (exchange) {
            switch (fault) {
                case ANSWER_LOST, BLIND, DELIVERED_LATE -> {
                    // closed without an answer: the connection ends
                }
                case ANSWER_LATE -> await();
                case ACCEPTED_THEN_ERROR -> write(exchange, 500, "{\"error\":\"broken\"}");
                case GARBAGE -> write(exchange, 200, "<html>\u0000 502 of a proxy that says 200");
                case HUGE -> write(exchange, 200, "[" + "1,".repeat(HUGE / 2) + "1]");
                case ENDLESS -> drip(exchange);
                case CONFLICT_OWN -> write(exchange, play.conflict().status(), play.conflict().body());
                case DUPLICATE, FAILED_AGAIN, DELIVERED_TWICE, REFUSED, CONFLICT_FOREIGN, UNREACHABLE, NAME_FREED,
                        STALE_TOKEN ->
                    write(exchange, answer.status(), answer.body());
            }
        }
    }

    private static void write(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** A byte now and then, for as long as the other side listens. */
    private void drip(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        while (!isClosed()) {
            out.write(' ');
            out.flush();
        }
    }

    private boolean isClosed() {
        try {
            return closed.await(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void await() {
        try {
            closed.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
