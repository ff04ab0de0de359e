// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** One client of a stream of server-sent events. Safe for use by many threads; no method blocks on the network. */
public interface EventStream {

    /**
     * Queues an event. A client that reads too slowly is dropped instead of slowing the sender; it comes back with the id
     * of the last event it saw.
     *
     * @param id comes back as {@code Last-Event-ID} when the client reconnects; empty for none; no line breaks
     * @param event the kind of event; empty for none; no line breaks
     * @param data the text, usually JSON; may have several lines
     * @return false if the stream is closed, so that the sender can forget it
     */
    boolean send(String id, String event, String data);

    /** Calls {@code action} once when the stream ends, at once if it has ended. */
    void onClose(Runnable action);

    /** Ends the stream; closing twice does nothing. */
    void close();
}
