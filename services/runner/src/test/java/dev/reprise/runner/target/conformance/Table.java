// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A section of {@code docs/integrations/conformance.md}; written with {@code -Dconformance.write=true}. */
record Table(String section) {
    private static final Path PAGE = Path.of("../../docs/integrations/conformance.md");

    static boolean isWritten() {
        return Boolean.getBoolean("conformance.write");
    }

    /** Compares the section with what was found, or writes it. */
    void mustSay(String found) throws IOException {
        String text = Files.readString(PAGE).replace("\r\n", "\n");
        String begin = "<!-- " + section + ": begin -->\n";
        String end = "<!-- " + section + ": end -->";
        String expected = text.substring(0, text.indexOf(begin) + begin.length()) + found
                + text.substring(text.indexOf(end));
        if (isWritten()) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE).as("write it with -Dconformance.write=true").content().isEqualTo(expected);
    }

    /** The results of some trials, in the order of their subjects and faults. */
    static String of(List<Trial> trials) {
        return trials.stream().map(Trial::subject).distinct().map(subject -> "### " + subject.name() + " ("
                + subject.guaranteeWord() + ")\n| fault | what it came to |\n|---|---|\n"
                + trials.stream().filter(trial -> trial.subject().equals(subject))
                        .map(trial -> "| " + trial.fault().heading() + " | " + trial.cell() + " |\n")
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("\n")) + "\n";
    }
}
