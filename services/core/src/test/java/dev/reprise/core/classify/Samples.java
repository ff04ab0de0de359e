// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.schemas.event.ErrorEvidence;

/** Failures with what they should be taken for, from a table of the test resources. */
record Samples(String rule, String text, ErrorEvidence error) {
    private static final Pattern KNOWN = Pattern.compile("(?:\\{(code|type|exit) ([^}]+)})? ?(.*)");

    static List<Samples> from(String table) {
        try (InputStream resource = Samples.class.getResourceAsStream("/classify/" + table)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", 2)).map(cells -> new Samples(cells[0], cells[1], evidence(cells[1])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ErrorEvidence evidence(String text) {
        Matcher known = KNOWN.matcher(text);
        if (!known.matches()) {
            throw new IllegalArgumentException(text);
        }
        Optional<String> what = Optional.ofNullable(known.group(1));
        Optional<String> value = Optional.ofNullable(known.group(2));
        return new ErrorEvidence(known.group(3), value.filter(_ -> what.get().equals("type")),
                value.filter(_ -> what.get().equals("code")),
                value.filter(_ -> what.get().equals("exit")).map(Integer::valueOf), Optional.empty(), Optional.empty());
    }

    @Override
    public String toString() {
        return rule + ": " + text;
    }
}
