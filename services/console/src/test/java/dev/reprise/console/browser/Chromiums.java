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

    private Chromiums() {}

    /** A browser with a profile in a directory; without one the test is passed over. */
    public static Chromium require(Path directory) {
        Optional<Path> program = Chromium.program();
        if (program.isEmpty()) {
            String missing = "NOT CHECKED: the pages in a browser (chromium is missing; on Debian: apt-get install"
                    + " chromium)";
            if (Boolean.getBoolean(REQUIRED)) {
                throw new IllegalStateException(missing);
            }
            LoggerFactory.getLogger(Chromiums.class).atWarn().log(missing);
            Assumptions.abort(missing);
        }
        return Chromium.start(program.orElseThrow(), directory.resolve("profile"));
    }
}
