// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import dev.reprise.runner.target.Behaviour;

/** A keyed scheduler on a raw socket, which can do to a connection what no HTTP server would do. */
public final class FakeScheduler implements AutoCloseable {
    private final ServerSocket socket;
    private final Map<String, Integer> effects = new ConcurrentHashMap<>();
    private final AtomicReference<Behaviour> next = new AtomicReference<>(Behaviour.ACCEPT);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    public FakeScheduler() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::serve);
    }

    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    public void arrange(Behaviour behaviour) {
        next.set(behaviour);
    }

    public int effects(String key) {
        return effects.getOrDefault(key, 0);
    }

    public List<String> requests() {
        return requests;
    }

    /** The requests that ask for a run, without the queries. */
    public List<String> calls() {
        return requests.stream().filter(request -> request.startsWith("POST ")).toList();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        socket.close();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> answer(connection));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            String line = in.readLine();
            String key = "";
            int length = 0;
            List<String> head = new ArrayList<>();
            for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
                head.add(header);
                if (header.startsWith("Idempotency-Key: ")) {
                    key = header.substring("Idempotency-Key: ".length());
                } else if (header.startsWith("Content-Length: ")) {
                    length = Integer.parseInt(header.substring("Content-Length: ".length()));
                }
            }
            for (int i = 0; i < length; i++) {
                in.read();
            }
            requests.add(line + "\n" + String.join("\n", head));
            if (line.startsWith("GET ")) {
                String wanted = line.split(" ")[1].substring("/runs/".length());
                write(connection, effects(wanted) > 0 ? "200 OK" : "404 Not Found", "{}");
            } else {
                post(connection, key, next.getAndSet(Behaviour.ACCEPT));
            }
        } catch (IOException | InterruptedException _) {
            // the client has gone; a real scheduler would not care
        }
    }

    private void post(Socket connection, String key, Behaviour behaviour) throws IOException, InterruptedException {
        switch (behaviour) {
            case ACCEPT -> write(connection, take(key) ? "201 Created" : "409 Conflict", "{\"id\":\"" + key + "\"}");
            case ACCEPT_AND_LOSE_ANSWER -> {
                take(key);
                connection.setSoLinger(true, 0);
            }
            case ACCEPT_AND_ANSWER_LATE -> {
                take(key);
                closed.await();
            }
            case ACCEPT_THEN_FAIL -> {
                take(key);
                write(connection, "500 Internal Server Error", "{\"error\":\"broken\"}");
            }
            case REFUSE -> write(connection, "422 Unprocessable", "{\"error\":\"no such job\"}");
            case CONFLICT_WITH_OTHER -> write(connection, "409 Conflict", "{\"error\":\"logical date is taken\"}");
            case UNREACHABLE -> throw new IllegalStateException("a reached target is not unreachable");
        }
    }

    private boolean take(String key) {
        return effects.putIfAbsent(key, 1) == null;
    }

    private static void write(Socket connection, String status, String body) throws IOException {
        OutputStream out = connection.getOutputStream();
        out.write(("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
