// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What of a program's output tells a person why it failed where its last lines are the frames of a Java stack trace: a trace of
 * hundreds of frames would leave nothing else in the evidence, and its last line says nothing.
 */
final class StackTraces {

    private static final Pattern FRAME = Pattern.compile("\\s+(at [\\w$./<>@-]+\\(.*\\)|\\.\\.\\. \\d+ more)\\s*");
    private static final Pattern THROWN = Pattern
            .compile("(Exception in thread \".*\" |Caused by: )?([\\w$]+\\.)*[\\w$]*(Exception|Error|Throwable)\\b.*");
    /** The frames next to the fault; who called them is of little use. */
    private static final int FRAMES = 3;

    private StackTraces() {}

    /** The last {@code most} characters, from the first whole line, of the text with all but the first frames of a trace left out. */
    static String folded(String text, int most) {
        List<String> kept = new ArrayList<>();
        int frames = 0;
        for (String line : text.lines().toList()) {
            frames = isFrame(line) ? frames + 1 : leftOut(kept, frames);
            if (frames <= FRAMES) {
                kept.add(line);
            }
        }
        int last = leftOut(kept, frames);
        String folded = String.join("\n", kept) + (text.endsWith("\n") || last > 0 ? "\n" : "");
        if (folded.length() <= most) {
            return folded;
        }
        String end = folded.substring(folded.length() - most);
        int lineEnd = end.indexOf('\n');
        return lineEnd >= 0 && lineEnd < end.length() - 1 ? end.substring(lineEnd + 1) : end;
    }

    /** Says how many frames were left out; answers that none has come since. */
    private static int leftOut(List<String> kept, int frames) {
        if (frames > FRAMES) {
            kept.add("\t... " + (frames - FRAMES) + " frames left out");
        }
        return 0;
    }

    /** The line that says what was thrown, of the innermost cause, where the text ends in a stack trace. */
    static Optional<String> thrown(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        boolean trace = !lines.isEmpty() && (isFrame(lines.getLast()) || lines.getLast().endsWith("frames left out"));
        return trace
                ? lines.reversed().stream().filter(line -> THROWN.matcher(line).matches()).findFirst()
                : Optional.empty();
    }

    private static boolean isFrame(String line) {
        return FRAME.matcher(line).matches();
    }
}
