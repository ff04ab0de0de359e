// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An API server on bare sockets, so that it can break a line in its middle: it lists what it holds in pages of two, and
 * plays one script for each watch; without one a watch tells what happened since its place and is quiet then.
 */
public final class StubCluster implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int PAGE = 2;
    private static final Pattern CONTINUE = Pattern.compile("continue=(\\d+)");

    private final ServerSocket socket;
    private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
    private final NavigableMap<Long, String> history = new TreeMap<>();
    private final List<String> requests = new ArrayList<>();
    private final List<String> tokens = new ArrayList<>();
    private final BlockingQueue<Script> scripts = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private long version = 10;
    private Optional<String> refusal = Optional.empty();
    private int forgotten;

    /** What one watch does with its connection. */
    @FunctionalInterface
    interface Script {
        void play(Line line) throws IOException;
    }

    /** A watch under way. */
    interface Line {
        void write(String text) throws IOException;

        /** The connection breaks when the script ends; else the watch ends as it should. */
        void cut();
    }

    /** One in clear text. */
    public StubCluster() {
        this(ServerSocketFactory.getDefault());
    }

    StubCluster(ServerSocketFactory sockets) {
        try {
            socket = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Where it listens, on the loopback. */
    public int port() {
        return socket.getLocalPort();
    }

    /** A job that began; each call for the same uid is a change of it. Returns the line of a watch that tells it. */
    public synchronized String put(String uid, String statusFields) {
        version++;
        ObjectNode job = (ObjectNode) MAPPER.readTree("""
                {"metadata":{"name":"%1$s","namespace":"batch","uid":"%1$s","resourceVersion":"%2$d",
                 "managedFields":[{"manager":"kubectl"}],
                 "annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{s3cret}","reprise.dev/job":"j"}},
                 "spec":{"template":{"spec":{"containers":[{"env":[{"name":"P","value":"s3cret"}]}]}}},
                 "status":{"startTime":"2026-11-29T06:00:00Z"%3$s}}""".formatted(uid, version, statusFields));
        boolean isNew = objects.put(uid, job) == null;
        ObjectNode shown = job.deepCopy().put("apiVersion", "batch/v1").put("kind", "Job");
        return told(event(isNew ? "ADDED" : "MODIFIED", shown));
    }

    synchronized String remove(String uid) {
        version++;
        ObjectNode job = objects.remove(uid).deepCopy();
        ((ObjectNode) job.path("metadata")).put("resourceVersion", Long.toString(version));
        return told(event("DELETED", job));
    }

    private String told(String line) {
        history.put(version, line);
        return line;
    }

    synchronized String bookmark() {
        version++;
        return event("BOOKMARK", MAPPER.readTree("{\"metadata\":{\"resourceVersion\":\"" + version + "\"}}"));
    }

    static String gone() {
        return event("ERROR", MAPPER.readTree("{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}"));
    }

    synchronized long version() {
        return version;
    }

    /** Plays at the next watch that has none. */
    void atNextWatch(Script script) {
        scripts.add(script);
    }

    /** The next watch is answered 410. */
    synchronized void forget() {
        forgotten++;
    }

    private synchronized boolean isForgotten() {
        if (forgotten == 0) {
            return false;
        }
        forgotten--;
        return true;
    }

    /** The status line with which all is refused; nothing to end it. */
    synchronized void refuseWith(Optional<String> status) {
        refusal = status;
    }

    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    synchronized List<String> tokens() {
        return List.copyOf(tokens);
    }

    private static String event(String type, JsonNode object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            String first = in.readLine();
            String token = "";
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                if (line.toLowerCase(Locale.ROOT).startsWith("authorization:")) {
                    token = line.substring("authorization:".length()).strip();
                }
            }
            if (first == null) {
                return;
            }
            String path = first.split(" ")[1];
            OutputStream out = client.getOutputStream();
            Optional<String> refused;
            synchronized (this) {
                requests.add(path);
                tokens.add(token);
                refused = refusal;
            }
            if (refused.isPresent()) {
                whole(out, refused.get(), "{\"kind\":\"Status\",\"message\":\"no\"}");
            } else if (path.contains("watch=1") && isForgotten()) {
                whole(out, "410 Gone", "{}");
            } else if (path.contains("watch=1")) {
                watch(out, Long.parseLong(path.substring(path.lastIndexOf('=') + 1)));
            } else {
                whole(out, "200 OK", list(path));
            }
        } catch (IOException _) {
            // the other side has gone
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String list(String path) {
        Matcher matcher = CONTINUE.matcher(path);
        int from = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        List<ObjectNode> all = List.copyOf(objects.values());
        int to = Math.min(all.size(), from + PAGE);
        ObjectNode list = MAPPER.createObjectNode().put("kind", "JobList");
        list.putObject("metadata").put("resourceVersion", Long.toString(version)).put("continue",
                to < all.size() ? Integer.toString(to) : "");
        list.putArray("items").addAll(all.subList(from, to));
        return list.toString();
    }

    private void watch(OutputStream out, long from) throws IOException, InterruptedException {
        Script script = scripts.poll();
        Chunks chunks = new Chunks(out);
        if (script == null) {
            head(out);
            for (String line : since(from)) {
                chunks.write(line);
            }
            closed.await(60, TimeUnit.SECONDS);
            return;
        }
        head(out);
        script.play(chunks);
        if (!chunks.isCut) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    private synchronized List<String> since(long from) {
        return List.copyOf(history.tailMap(from, false).values());
    }

    /** The body of a watch. */
    private static final class Chunks implements Line {
        private final OutputStream out;
        private boolean isCut;

        Chunks(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }

        @Override
        public void cut() {
            isCut = true;
        }
    }

    private static void head(OutputStream out) throws IOException {
        out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static void whole(OutputStream out, String status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        out.write(("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.flush();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
