// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream whose events wait in a bounded queue, so that a slow client costs memory up to a limit and nobody's time. */
final class QueuedEventStream implements EventStream {

    /** Shorter than the usual idle time-out of proxies and of Jetty, both 30 s or more. */
    private static final long HEARTBEAT_SECONDS = 15;
    private static final int LONGEST_QUEUE = 1_024;
    private static final String END = "";

    private final BlockingQueue<String> frames = new ArrayBlockingQueue<>(LONGEST_QUEUE);
    private final List<Runnable> onClose = new ArrayList<>();
    private boolean closed;

    @Override
    public synchronized boolean send(String id, String event, String data) {
        if (closed) {
            return false;
        }
        if (!frames.offer(frame(id, event, data))) {
            close();
            return false;
        }
        return true;
    }

    @Override
    public void onClose(Runnable action) {
        synchronized (this) {
            if (!closed) {
                onClose.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        List<Runnable> actions;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (!frames.offer(END)) {
                frames.clear(); // a client that slow gets them again on reconnecting
                frames.add(END);
            }
            actions = List.copyOf(onClose);
        }
        actions.forEach(Runnable::run);
    }

    /** Writes events until the stream is closed or the client is gone. */
    void writeTo(OutputStream out) throws IOException {
        try {
            while (true) {
                String frame = frames.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                if (END.equals(frame)) {
                    return;
                }
                out.write((frame == null ? ":\n\n" : frame).getBytes(StandardCharsets.UTF_8));
                if (frames.isEmpty()) {
                    out.flush();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String frame(String id, String event, String data) {
        StringBuilder frame = new StringBuilder(data.length() + 32);
        field(frame, "id", id);
        field(frame, "event", event);
        data.lines().forEach(line -> frame.append("data: ").append(line).append('\n'));
        return frame.append('\n').toString();
    }

    private static void field(StringBuilder frame, String name, String value) {
        if (!value.isEmpty()) {
            frame.append(name).append(": ").append(value.lines().findFirst().orElse("")).append('\n');
        }
    }
}
