// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Carries bytes from the command to where they would have gone, and keeps the last of them. */
final class OutputPump {

    private static final int BUFFER = 16 * 1024;

    private final InputStream from;
    private final OutputStream to;
    private final OutputTail tail;
    private final Thread thread;
    private volatile long lastByte = System.nanoTime();

    private OutputPump(String name, InputStream from, OutputStream to, OutputTail tail) {
        this.from = from;
        this.to = to;
        this.tail = tail;
        this.thread = Thread.ofPlatform().daemon().name("pump-" + name).unstarted(this::run);
    }

    static OutputPump start(String name, InputStream from, OutputStream to, OutputTail tail) {
        OutputPump pump = new OutputPump(name, from, to, tail);
        pump.thread.start();
        return pump;
    }

    /**
     * Waits until all is carried over. A process that the command left behind may hold the pipe open for ever; once the
     * command has ended, a pipe that stays silent for {@code quiet} counts as done.
     */
    void drain(Duration quiet) throws InterruptedException {
        while (thread.isAlive() && System.nanoTime() - lastByte < quiet.toNanos()) {
            thread.join(Duration.ofMillis(20));
        }
    }

    /** Begins the time of silence now: the command has just ended. */
    void commandEnded() {
        lastByte = System.nanoTime();
    }

    private void run() {
        byte[] buffer = new byte[BUFFER];
        try (from) {
            for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                tail.append(buffer, length);
                to.write(buffer, 0, length);
                to.flush();
                lastByte = System.nanoTime();
            }
        } catch (IOException _) {
            // Our reader has gone: closing the pipe lets the command notice it exactly as it would without us.
        }
    }
}
