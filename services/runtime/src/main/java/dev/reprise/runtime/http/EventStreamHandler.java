// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** Takes the clients of one stream of server-sent events. */
@FunctionalInterface
public interface EventStreamHandler {

    /**
     * Called once per client. Should keep the stream, send what the client missed since {@code Last-Event-ID}, and
     * return; the stream stays open until either side closes it.
     *
     * @throws ProblemException to refuse the client
     */
    void open(Request request, EventStream stream);
}
