// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.target;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A scheduler that starts runs by HTTP and is the judge of what was started: each start is on disk before it is answered.
 * {@code POST /keyed/runs} knows a key for ever and refuses it the second time, {@code GET /keyed/runs/KEY} tells whether it
 * has it; {@code POST /opaque/runs} starts again each time it is asked; {@code POST /fenced/runs} does so, too, unless it
 * comes under an older token than {@code PUT /fenced/runs/KEY} has shown. On a raw socket, so that it can do to a connection
 * what no HTTP server would do.
 */
public final class FakeScheduler implements AutoCloseable {
    /** Longer than any caller here waits. */
    private static final Duration TOO_LONG = Duration.ofSeconds(4);
    private static final Duration A_WHILE = Duration.ofMillis(700);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int TOO_MUCH = 10 * 1024 * 1024;

    private final ServerSocket socket;
    private final StartJournal journal;
    private final Function<String, Conduct> conduct;
    private final Consumer<StartJournal.Order> onStart;
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> tokens = new ConcurrentHashMap<>();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();

    /** One request as far as this scheduler reads it. */
    private record Heard(String method, String path, Map<String, String> headers) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /**
     * Begins to serve on a free port of every address of this machine.
     *
     * @param journal where starts are written down
     * @param conduct what is done with a request under that key
     * @param onStart told of each start, after it is on disk
     */
    public FakeScheduler(StartJournal journal, Function<String, Conduct> conduct,
            Consumer<StartJournal.Order> onStart) {
        this.journal = journal;
        this.conduct = conduct;
        this.onStart = onStart;
        try {
            socket = new ServerSocket(0, 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.execute(this::serve);
    }

    /** The port it listens on. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Whether no request is under way, also none that its caller has given up. */
    public boolean isIdle() {
        return busy.get() == 0;
    }

    /** How many requests to start something have come. */
    public int calls() {
        return calls.get();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.shutdownNow();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                busy.incrementAndGet();
                connections.execute(() -> answer(connection));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            Heard heard = hear(connection);
            if (heard.method().equals("GET")) {
                String key = heard.path().substring(heard.path().lastIndexOf('/') + 1);
                write(connection, keys.contains(key) ? "200 OK" : "404 Not Found", "{\"id\":\"" + key + "\"}");
            } else if (heard.method().equals("PUT")) {
                fence(connection, heard);
            } else {
                calls.incrementAndGet();
                start(connection, heard);
            }
        } catch (IOException _) {
            // The caller has gone; a real scheduler would not care.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            busy.decrementAndGet();
        }
    }

    /** Shows a token; where a start fails, hangs or loses its answer, so does this. */
    private void fence(Socket connection, Heard heard) throws IOException, InterruptedException {
        String key = heard.path().substring(heard.path().lastIndexOf('/') + 1);
        long token = Long.parseLong(heard.header("x-fence"));
        switch (conduct.apply(key)) {
            case FAIL, REFUSE, CONFLICT_WITH_OTHER -> write(connection, "500 Internal Server Error", "{}");
            case HANG -> Thread.sleep(TOO_LONG);
            case ACCEPT_AND_DROP -> {
                show(key, token);
                connection.setSoLinger(true, 0);
            }
            case ACCEPT, ACCEPT_SLOWLY, ACCEPT_AND_ANSWER_LATE, ACCEPT_AND_FAIL, DELIVER_LATE,
                    ACCEPT_AND_ANSWER_GARBAGE,
                    ACCEPT_AND_ANSWER_TOO_MUCH, ACCEPT_AND_ANSWER_FOR_EVER ->
                write(connection, show(key, token) ? "204 No Content" : "409 Conflict", "");
        }
    }

    private boolean show(String key, long token) {
        synchronized (tokens) {
            return tokens.merge(key, token, Math::max) == token;
        }
    }

    private void start(Socket connection, Heard heard) throws IOException, InterruptedException {
        Instant receivedAt = Instant.now();
        StartJournal.Order order = new StartJournal.Order(heard.header("idempotency-key"), heard.header("x-instance"),
                Long.parseLong(heard.header("x-epoch")));
        Predicate<StartJournal.Order> door = door(heard);
        switch (conduct.apply(order.rerunId())) {
            case ACCEPT -> answer(connection, order, take(order, door, receivedAt));
            case ACCEPT_SLOWLY -> {
                Thread.sleep(A_WHILE);
                answer(connection, order, take(order, door, receivedAt));
            }
            case ACCEPT_AND_ANSWER_LATE -> {
                boolean taken = take(order, door, receivedAt);
                Thread.sleep(TOO_LONG);
                answer(connection, order, taken);
            }
            case ACCEPT_AND_DROP -> {
                take(order, door, receivedAt);
                connection.setSoLinger(true, 0);
            }
            case ACCEPT_AND_FAIL -> {
                take(order, door, receivedAt);
                write(connection, "500 Internal Server Error", "{\"error\":\"broken\"}");
            }
            case DELIVER_LATE -> {
                Thread.sleep(TOO_LONG);
                // What was on its way is received now.
                answer(connection, order, take(order, door, Instant.now()));
            }
            case FAIL -> write(connection, "500 Internal Server Error", "{\"error\":\"down\"}");
            case REFUSE -> write(connection, "422 Unprocessable", "{\"error\":\"no such job\"}");
            case CONFLICT_WITH_OTHER -> write(connection, "409 Conflict", "{\"error\":\"logical date is taken\"}");
            case HANG -> Thread.sleep(TOO_LONG);
            case ACCEPT_AND_ANSWER_GARBAGE -> {
                take(order, door, receivedAt);
                connection.getOutputStream().write("\0\1\2 what?\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
            case ACCEPT_AND_ANSWER_TOO_MUCH -> {
                take(order, door, receivedAt);
                write(connection, "500 Internal Server Error", "x".repeat(TOO_MUCH));
            }
            case ACCEPT_AND_ANSWER_FOR_EVER -> {
                take(order, door, receivedAt);
                dribble(connection);
            }
        }
    }

    /** Ends when the caller has had enough. */
    private static void dribble(Socket connection) throws IOException, InterruptedException {
        connection.getOutputStream().write(("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        while (true) {
            connection.getOutputStream().write("1\r\n \r\n".getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
            Thread.sleep(TICK);
        }
    }

    /** What lets a start pass. */
    private Predicate<StartJournal.Order> door(Heard heard) {
        if (heard.path().startsWith("/keyed/")) {
            return order -> keys.add(order.rerunId());
        }
        if (heard.path().startsWith("/fenced/")) {
            long token = Long.parseLong(heard.header("x-fence"));
            return order -> token >= tokens.getOrDefault(order.rerunId(), Long.MIN_VALUE);
        }
        return _ -> true;
    }

    /** Whether something was started: the journal has it before anybody else knows, and no token comes in between. */
    private boolean take(StartJournal.Order order, Predicate<StartJournal.Order> door, Instant receivedAt) {
        synchronized (tokens) {
            if (!door.test(order)) {
                return false;
            }
            keys.add(order.rerunId());
            journal.write(order, receivedAt);
        }
        onStart.accept(order);
        return true;
    }

    private static void answer(Socket connection, StartJournal.Order order, boolean taken) throws IOException {
        write(connection, taken ? "201 Created" : "409 Conflict", "{\"id\":\"" + order.rerunId() + "\"}");
    }

    private static Heard hear(Socket connection) throws IOException {
        BufferedReader in = new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        String line = in.readLine();
        if (line == null) {
            throw new IOException("nothing was asked");
        }
        Map<String, String> headers = new HashMap<>();
        for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
            int colon = header.indexOf(':');
            headers.put(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
        }
        for (int left = Integer.parseInt(headers.getOrDefault("content-length", "0")); left > 0; left--) {
            in.read();
        }
        String[] words = line.split(" ", -1);
        return new Heard(words[0], words[1], headers);
    }

    private static void write(Socket connection, String status, String body) throws IOException {
        connection.getOutputStream().write(("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    }
}
