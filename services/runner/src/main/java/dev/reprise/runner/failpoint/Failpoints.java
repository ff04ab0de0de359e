// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.failpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The failpoint that is set, if any: {@code NAME:kill} or {@code NAME:throw}, with {@code :n} for the n-th passing. */
public final class Failpoints {
    /** The system property that sets one. */
    public static final String PROPERTY = "reprise.fail";

    private static final Pattern FORM = Pattern.compile("([a-z-]+):(kill|throw)(?::([1-9][0-9]{0,8}))?");
    /** What a process reports that was killed by signal 9. */
    private static final int KILLED = 137;

    private final Optional<Setting> setting;
    private final AtomicInteger passings = new AtomicInteger();

    private record Setting(Failpoint point, boolean kill, int passing) {}

    private Failpoints(Optional<Setting> setting) {
        this.setting = setting;
    }

    /** None is set: passing any costs one comparison. */
    public static Failpoints none() {
        return new Failpoints(Optional.empty());
    }

    /**
     * What a text sets.
     *
     * @throws IllegalArgumentException naming the form, or the failpoints there are
     */
    public static Failpoints of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(PROPERTY + " is not NAME:kill or NAME:throw with an optional :n");
        }
        Failpoint point = Failpoint.ofText(matcher.group(1))
                .orElseThrow(() -> new IllegalArgumentException(
                        PROPERTY + " names no failpoint: choose one of " + Arrays.stream(Failpoint.values())
                                .map(Failpoint::text).collect(Collectors.joining(", "))));
        String passing = matcher.group(3);
        return new Failpoints(Optional.of(new Setting(point, "kill".equals(matcher.group(2)),
                passing == null ? 1 : Integer.parseInt(passing))));
    }

    /** What the system property sets; nothing where it is absent. */
    public static Failpoints fromSystemProperty() {
        String text = System.getProperty(PROPERTY);
        return text == null ? none() : of(text);
    }

    /**
     * Passes a failpoint: ends the process without any clean-up, or throws, where that is set.
     *
     * @throws FailpointException where it is set to throw
     */
    public void pass(Failpoint point) {
        if (setting.isEmpty() || setting.get().point() != point
                || passings.incrementAndGet() != setting.get().passing()) {
            return;
        }
        if (setting.get().kill()) {
            Runtime.getRuntime().halt(KILLED);
        }
        throw new FailpointException(point);
    }
}
