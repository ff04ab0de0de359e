// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

/**
 * One thing that was counted after the story.
 *
 * @param name what
 * @param expected what it must be
 * @param found what it is
 */
public record Check(String name, String expected, String found) {
    static Check of(String name, long expected, long found) {
        return new Check(name, Long.toString(expected), Long.toString(found));
    }

    /** Whether it is what it must be. */
    public boolean holds() {
        return expected.equals(found);
    }
}
