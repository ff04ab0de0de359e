// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.List;

/** Where events are sent. */
@FunctionalInterface
interface Delivery {

    /** Sends events in structured mode, all or none; waits for the answer a bounded time and never throws. */
    Outcome send(List<byte[]> events);

    /** What became of them. */
    sealed interface Outcome {

        /** They are taken in. */
        record Sent() implements Outcome {}

        /**
         * They will never be taken in as they are.
         *
         * @param detail one line for a person
         */
        record Refused(String detail) implements Outcome {}

        /**
         * They may be taken in later.
         *
         * @param detail one line for a person
         */
        record Unavailable(String detail) implements Outcome {}
    }
}
