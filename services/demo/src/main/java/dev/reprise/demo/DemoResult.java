// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo;

import java.time.Duration;
import java.util.List;

import dev.reprise.demo.story.Check;

/**
 * What was counted after the story.
 *
 * @param checks each thing counted beside what it must be
 * @param took how long the story was
 */
public record DemoResult(List<Check> checks, Duration took) {
    /** Takes a copy. */
    public DemoResult {
        checks = List.copyOf(checks);
    }

    /** Whether everything is as it must be. */
    public boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }
}
