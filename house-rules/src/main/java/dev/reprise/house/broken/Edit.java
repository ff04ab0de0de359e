// SPDX-License-Identifier: Apache-2.0
package dev.reprise.house.broken;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One change of one source file.
 *
 * @param file the file, from the root of the project
 * @param snippet what stands there, exactly once; white space counts as one space
 * @param instead what stands there in the broken build
 */
public record Edit(String file, String snippet, String instead) {
    /** The changed text. */
    String apply(Path root) {
        String source;
        try {
            source = Files.readString(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return apply(source);
    }

    /** The changed text of the same file after other changes. */
    String apply(String source) {
        Matcher found = pattern().matcher(source);
        if (!found.find()) {
            throw new IllegalStateException(file + " does not hold: " + snippet);
        }
        int begin = found.start();
        int end = found.end();
        if (found.find()) {
            throw new IllegalStateException(file + " holds more than once: " + snippet);
        }
        return source.substring(0, begin) + instead + source.substring(end);
    }

    /** A formatter may break lines elsewhere: any white space is as good as any other. */
    private Pattern pattern() {
        return Pattern.compile(
                Arrays.stream(snippet.strip().split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")));
    }
}
