// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A history that can be run again.
 *
 * @param setting the seed of its setting
 * @param choices what happened in it
 */
public record Recording(long setting, List<Choice> choices) {
    private static final String SETTING = "setting ";

    /** Takes a copy. */
    public Recording {
        choices = List.copyOf(choices);
    }

    /** The history of a seed. */
    public static Recording of(long seed) {
        return new Recording(seed, Choices.of(seed));
    }

    /**
     * Reads a recording: {@code setting SEED}, then one choice a line; lines that begin with {@code #} are left out.
     *
     * @throws IllegalArgumentException naming the line that cannot be read
     */
    public static Recording parse(String text) {
        List<Choice> choices = new ArrayList<>();
        Long setting = null;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String written = line.strip();
            if (written.isEmpty() || written.startsWith("#")) {
                continue;
            }
            try {
                if (written.startsWith(SETTING)) {
                    setting = Long.valueOf(written.substring(SETTING.length()).strip());
                } else {
                    String[] parts = written.split(" ", 2);
                    choices.add(new Choice(Act.valueOf(parts[0]), Integer.parseInt(parts[1].strip())));
                }
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException("line " + number + " is neither 'setting SEED' nor 'ACT NUMBER': "
                        + written, e);
            }
        }
        if (setting == null) {
            throw new IllegalArgumentException("there is no line 'setting SEED'");
        }
        return new Recording(setting, choices);
    }

    /** The text that {@link #parse} reads. */
    public String text() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%s%d%n", SETTING, setting));
        choices.forEach(choice -> text.append(choice).append('\n'));
        return text.toString();
    }
}
