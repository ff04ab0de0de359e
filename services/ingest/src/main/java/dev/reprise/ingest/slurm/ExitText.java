// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.slurm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Exit codes as Slurm writes them: {@code code:signal}. */
final class ExitText {

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}):(\\d{1,3})");
    private static final int SIGNALS = 128;

    private ExitText() {}

    /** The exit status as a shell would show it. */
    static Optional<Integer> status(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int signal = Integer.parseInt(matcher.group(2));
        return Optional.of(signal > 0 ? SIGNALS + signal : Integer.parseInt(matcher.group(1)));
    }
}
