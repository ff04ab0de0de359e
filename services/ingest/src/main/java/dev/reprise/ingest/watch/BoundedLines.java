// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Whole lines of a stream, each bounded. What stands behind the last line break is no line: the stream broke in it. */
final class BoundedLines {

    private final InputStream in;
    private final int most;

    /** A line. */
    sealed interface Line {
        /** All of it. */
        record Whole(byte[] bytes) implements Line {}

        /** It was longer than the bound and has been passed over. */
        record TooLong() implements Line {}
    }

    BoundedLines(InputStream in, int most) {
        this.in = new BufferedInputStream(in);
        this.most = most;
    }

    /** The next line; empty at the end. */
    Optional<Line> next() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean tooLong = false;
        for (int each = in.read(); each >= 0; each = in.read()) {
            if (each == '\n') {
                return Optional.of(tooLong ? new Line.TooLong() : new Line.Whole(bytes.toByteArray()));
            }
            tooLong |= bytes.size() >= most;
            if (!tooLong) {
                bytes.write(each);
            }
        }
        return Optional.empty();
    }
}
