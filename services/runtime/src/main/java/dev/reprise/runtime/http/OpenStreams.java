// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The event streams that are open now. Each is served on the virtual thread of its request until it ends. */
final class OpenStreams implements AutoCloseable {

    private static final String MARK = "reprise.stream";

    private final Set<QueuedEventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    static boolean isStream(Context context) {
        return context.attribute(MARK) != null;
    }

    void serve(Context context, Request request, EventStreamHandler handler) {
        QueuedEventStream stream = new QueuedEventStream();
        open.add(stream);
        try {
            handler.open(request, stream);
            if (closed) {
                stream.close();
            }
            context.attribute(MARK, true);
            HttpServletResponse response = context.res();
            response.setStatus(200);
            response.setContentType("text/event-stream");
            response.setCharacterEncoding("utf-8");
            response.setHeader("Cache-Control", "no-store");
            response.setHeader("X-Accel-Buffering", "no"); // a proxy that buffers would hold events back
            response.flushBuffer();
            stream.writeTo(response.getOutputStream());
        } catch (IOException _) {
            // the client went away, which is how streams usually end
        } finally {
            stream.close();
            open.remove(stream);
        }
    }

    /** Ends every stream; one that opens meanwhile ends at once. */
    @Override
    public void close() {
        closed = true;
        open.forEach(QueuedEventStream::close);
    }
}
