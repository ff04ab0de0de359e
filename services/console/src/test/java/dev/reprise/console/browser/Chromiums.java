// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.browser;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.LoggerFactory;

/** Finds the browser for a test, or says aloud that the test is not made. */
public final class Chromiums {

    /** Set where a missing browser is a failure, as in continuous integration. */
    private static final String REQUIRED = "require.browser";
    private static final String MISSING = "NOT CHECKED: the pages in a browser (chromium is missing; on Debian: apt-get"
            + " install chromium)";

    private Chromiums() {}

    /** A browser with a profile in a directory; without one the test is passed over. */
    public static Chromium require(Path directory) {
        return find(directory).orElseGet(() -> Assumptions.abort(MISSING));
    }

    /** A browser for a test that has more to check; without one, that it was not asked is said aloud. */
    public static Optional<Chromium> find(Path directory) {
        Optional<Path> program = Chromium.program();
        if (program.isEmpty()) {
            if (Boolean.getBoolean(REQUIRED)) {
                throw new IllegalStateException(MISSING);
            }
            LoggerFactory.getLogger(Chromiums.class).atWarn().log(MISSING);
        }
        return program.map(found -> Chromium.start(found, directory.resolve("profile")));
    }
}
