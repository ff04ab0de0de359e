// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

/** What one exchange brought. */
public sealed interface HttpReply {
    /**
     * An answer.
     *
     * @param status its status
     * @param body the first part of its body
     * @param whole whether that part is all of it
     */
    record Answer(int status, String body, boolean whole) implements HttpReply {}

    /**
     * No connection came about, so nothing was sent.
     *
     * @param detail why
     */
    record NotConnected(String detail) implements HttpReply {}

    /**
     * Something may have been sent and no whole answer came.
     *
     * @param detail what happened
     */
    record NoAnswer(String detail) implements HttpReply {}
}
