// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.nio.charset.StandardCharsets;

/** The last bytes that were written, up to a bound. Safe for use by many threads. */
final class OutputTail {

    private final byte[] ring;
    private long written;

    /** Keeps at most {@code capacity} bytes. */
    OutputTail(int capacity) {
        ring = new byte[capacity];
    }

    synchronized void append(byte[] bytes, int length) {
        // What would be overwritten at once is not copied.
        for (int i = Math.max(0, length - ring.length); i < length; i++) {
            ring[(int) ((written + i) % ring.length)] = bytes[i];
        }
        written += length;
    }

    /** As text, from the first whole line where something was left out; bytes that are no UTF-8 become question marks. */
    synchronized String text() {
        int kept = (int) Math.min(written, ring.length);
        byte[] bytes = new byte[kept];
        for (int i = 0; i < kept; i++) {
            bytes[i] = ring[(int) ((written - kept + i) % ring.length)];
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int lineEnd = text.indexOf('\n');
        return written > kept && lineEnd >= 0 && lineEnd < text.length() - 1 ? text.substring(lineEnd + 1) : text;
    }
}
