// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.time.Duration;
import java.util.Optional;

/** How one try ended. Details are short, in words, and without secrets, addresses or bodies. */
public sealed interface AttemptResult {
    /**
     * The receiver took it.
     *
     * @param note what went not quite as wished, such as one recipient of several refused
     */
    record Delivered(Optional<String> note) implements AttemptResult {}

    /**
     * It failed, and may work later.
     *
     * @param detail what failed
     * @param retryAfter how long the receiver asks to wait
     * @param maybeTold whether the receiver may have taken it all the same: a time-out after sending is no refusal
     */
    record Failed(String detail, Optional<Duration> retryAfter, boolean maybeTold) implements AttemptResult {}

    /**
     * The receiver will not take it, however often it is tried.
     *
     * @param detail what was refused
     */
    record Refused(String detail) implements AttemptResult {}

    /**
     * The receiver wants no more of this alert.
     *
     * @param detail what it answered
     */
    record Gone(String detail) implements AttemptResult {}
}
