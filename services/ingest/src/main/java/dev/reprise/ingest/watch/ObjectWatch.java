// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.meter.IngestMeters;

/**
 * Objects of one kind, of one namespace or of all: listed once, watched from there, and listed again where the cluster has
 * forgotten the place. The place moves on only when an object is taken, so that a broken line or a stop loses none. One
 * thread runs it; any may ask or stop it.
 */
final class ObjectWatch implements Runnable {

    /** How long the API server is asked to keep one watch. */
    static final Duration WATCH = Duration.ofMinutes(4);
    private static final Logger LOGGER = LoggerFactory.getLogger(ObjectWatch.class);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final int PAGE = 250;
    private static final int MOST_LINE = 16 * 1024 * 1024;
    private static final int MOST_LIST = 128 * 1024 * 1024;
    private static final int MOST_TOLD = 200;
    private static final int GONE = 410;
    private static final String FORMAT = "kubernetes";

    /** What and where. */
    record Place(String source, WatchedKind kind, Optional<String> namespace) {
        @Override
        public String toString() {
            return kind.word() + namespace.map(name -> " of " + name).orElse(" of all namespaces");
        }
    }

    /** What it works with. */
    record Means(ApiServer server, Intake intake, IngestMeters meters, InstantSource clock, Duration memory,
            ScheduledExecutorService timer, Backoff backoff, CountDownLatch stop) {}

    private final Place place;
    private final Means means;
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final AtomicReference<String> fault = new AtomicReference<>("not listed yet");
    private final AtomicReference<Optional<InputStream>> open = new AtomicReference<>(Optional.empty());
    private final Map<String, String> taken = new HashMap<>();
    private String version = "";

    ObjectWatch(Place place, Means means) {
        this.place = place;
        this.means = means;
    }

    /** What keeps it from watching; empty where nothing does. */
    Optional<String> fault() {
        return Optional.of(fault.get()).filter(text -> !text.isEmpty());
    }

    /** Ends what it reads; it looks for the stop itself. */
    void interrupt() {
        open.get().ifPresent(ObjectWatch::close);
        means.server().close();
    }

    @Override
    public void run() {
        while (!isStopped()) {
            try {
                if (version.isEmpty()) {
                    list();
                } else {
                    watch();
                }
            } catch (Trouble e) {
                trouble(e.getMessage());
            } catch (IOException e) {
                trouble(e.getClass().getSimpleName() + ": " + e.getMessage());
            } catch (JacksonException e) {
                trouble("an answer is no JSON");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Something that is known to be wrong; the message is for people. */
    private static final class Trouble extends IOException {
        private static final long serialVersionUID = 1L;

        Trouble(String message) {
            super(message);
        }
    }

    private void list() throws IOException, InterruptedException {
        Map<String, String> seen = new HashMap<>();
        String page = "";
        String listed = "";
        do {
            JsonNode list = page(page);
            for (JsonNode each : list.path("items")) {
                if (each instanceof ObjectNode object) {
                    WatchedObject found = WatchedObject.of(object, place.kind());
                    if (!tell(found)) {
                        return;
                    }
                    seen.put(found.uid(), found.version());
                }
            }
            listed = list.at("/metadata/resourceVersion").asString("");
            page = list.at("/metadata/continue").asString("");
        } while (!page.isEmpty());
        if (listed.isEmpty()) {
            throw new Trouble("the list has no metadata.resourceVersion");
        }
        taken.keySet().retainAll(seen.keySet());
        version = listed;
        means.meters().watch(FORMAT, "listed");
        LOGGER.atInfo().addKeyValue("source", place.source()).addKeyValue("place", place)
                .addKeyValue("objects", seen.size()).log("cluster listed");
        well();
    }

    private JsonNode page(String next) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = means.server().get(place.kind().path(place.namespace()) + "?limit=" + PAGE
                + (next.isEmpty() ? "" : "&continue=" + encoded(next)));
        try (InputStream body = opened(response)) {
            byte[] bytes = body.readNBytes(MOST_LIST + 1);
            if (response.statusCode() != 200) {
                throw new Trouble(refusal(response.statusCode(), bytes));
            }
            if (bytes.length > MOST_LIST) {
                throw new Trouble("a page of the list is larger than 128 MiB");
            }
            return mapper.readTree(bytes);
        } finally {
            open.set(Optional.empty());
        }
    }

    private void watch() throws IOException, InterruptedException {
        HttpResponse<InputStream> response = means.server()
                .get(place.kind().path(place.namespace()) + "?watch=1&allowWatchBookmarks=true&timeoutSeconds="
                        + WATCH.toSeconds() + "&resourceVersion=" + encoded(version));
        InputStream body = opened(response);
        // A connection that is dead without a word would else be read for ever.
        ScheduledFuture<?> end = means.timer().schedule(() -> close(body), WATCH.plus(GRACE).toSeconds(),
                TimeUnit.SECONDS);
        try (body) {
            if (response.statusCode() == GONE) {
                expired();
                return;
            }
            if (response.statusCode() != 200) {
                throw new Trouble(refusal(response.statusCode(), body.readNBytes(MOST_TOLD * 4)));
            }
            fault.set("");
            int lines = 0;
            BoundedLines reader = new BoundedLines(body, MOST_LINE);
            for (Optional<BoundedLines.Line> line = reader.next(); line.isPresent() && !isStopped(); line = reader
                    .next()) {
                lines++;
                if (!heard(line.get())) {
                    return;
                }
                well();
            }
            if (lines == 0 && !isStopped()) {
                // A server that ends each watch at once must not be asked in a circle; a quiet one ends it late enough.
                means.backoff().pause();
            }
        } finally {
            end.cancel(false);
            open.set(Optional.empty());
        }
    }

    /** Takes a line in; false where the watch has to end. */
    private boolean heard(BoundedLines.Line line) throws IOException {
        if (!(line instanceof BoundedLines.Line.Whole whole)) {
            means.meters().watch(FORMAT, "too_large");
            LOGGER.atWarn().addKeyValue("source", place.source()).addKeyValue("place", place)
                    .log("an object larger than 16 MiB was passed over");
            return true;
        }
        if (whole.bytes().length == 0) {
            return true;
        }
        JsonNode event = mapper.readTree(whole.bytes());
        if (!(event.path("object") instanceof ObjectNode object)) {
            throw new Trouble("a line of the watch has no object");
        }
        return switch (event.path("type").asString("")) {
            case "ADDED", "MODIFIED", "DELETED" -> {
                WatchedObject changed = WatchedObject.of(object, place.kind());
                boolean isTaken = tell(changed);
                if (isTaken) {
                    moveOn(changed.version());
                }
                if (event.path("type").asString("").equals("DELETED")) {
                    taken.remove(changed.uid());
                }
                yield isTaken;
            }
            case "BOOKMARK" -> {
                moveOn(object.at("/metadata/resourceVersion").asString(""));
                yield true;
            }
            case "ERROR" -> {
                if (object.path("code").asInt(0) != GONE) {
                    throw new Trouble("the watch ended: " + told(object.path("message").asString("")));
                }
                expired();
                yield false;
            }
            default -> true;
        };
    }

    private void moveOn(String seen) {
        if (!seen.isEmpty()) {
            version = seen;
        }
    }

    /** The cluster has forgotten the place: all is listed again, after a wait, as the list itself may be too old. */
    private void expired() {
        version = "";
        means.meters().watch(FORMAT, "expired");
        means.backoff().pause();
    }

    /** Brings an object until it is taken; false where it was stopped before. */
    private boolean tell(WatchedObject object) {
        Instant oldest = means.clock().instant().minus(means.memory());
        // What ended before the memory of runs begins would be told anew as if it had just happened.
        boolean isOld = object.endedAt().filter(end -> end.isBefore(oldest)).isPresent();
        if (isOld || object.uid().isEmpty() || object.version().equals(taken.get(object.uid()))) {
            return true;
        }
        while (!means.intake().take(object.json())) {
            fault.set("Kafka does not take an object");
            means.meters().watch(FORMAT, "unacknowledged");
            means.backoff().pause();
            if (isStopped()) {
                return false;
            }
        }
        taken.put(object.uid(), object.version());
        return true;
    }

    private InputStream opened(HttpResponse<InputStream> response) {
        InputStream body = response.body();
        open.set(Optional.of(body));
        if (isStopped()) {
            close(body);
        }
        return body;
    }

    private void well() {
        means.backoff().reset();
        fault.set("");
    }

    private void trouble(@Nullable String why) {
        if (isStopped()) {
            return;
        }
        String text = String.valueOf(why);
        means.meters().watch(FORMAT, "failed");
        if (!text.equals(fault.getAndSet(text))) {
            LOGGER.atWarn().addKeyValue("source", place.source()).addKeyValue("place", place)
                    .addKeyValue("error", text).log("cluster not watched");
        }
        means.backoff().pause();
    }

    private String refusal(int status, byte[] body) {
        String hint = switch (status) {
            case 401 -> "the token is not accepted; ";
            case 403 -> "list and watch of " + place + " are not allowed: bind the role; ";
            case 404 -> "the cluster has no " + place.kind().word() + ": install them, or leave the kind out; ";
            default -> "";
        };
        String message = "";
        try {
            message = mapper.readTree(body).path("message").asString("");
        } catch (JacksonException _) {
            // a proxy's page says nothing that helps
        }
        return hint + "answered " + status + (message.isEmpty() ? "" : ": " + told(message));
    }

    private static String told(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.substring(0, Math.min(line.length(), MOST_TOLD));
    }

    private boolean isStopped() {
        return means.stop().getCount() == 0 || Thread.currentThread().isInterrupted();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            LOGGER.atDebug().addKeyValue("error", e.getClass().getSimpleName()).log("a watch did not close");
        }
    }
}
