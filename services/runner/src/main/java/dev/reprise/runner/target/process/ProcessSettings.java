// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * How processes are run and watched.
 *
 * @param heartbeat how often a running one is reported (default 10 s)
 * @param check how often run directories are looked at (default 1 s)
 * @param claimWait how long a call waits for the new process to claim its run (default 5 s)
 * @param claimGrace after this a run that no process has claimed is closed, so that none ever will (default 1 min)
 * @param stopGrace how long a process that ran too long may take to end before it is killed (default 10 s)
 * @param keep how long run directories are kept, which is how long a key is remembered (default 7 d, at least 1 h)
 * @param keepOutput how much output of a running process is kept on disk (default 8 MiB, at least 64 KiB)
 */
public record ProcessSettings(Duration heartbeat, Duration check, Duration claimWait, Duration claimGrace,
        Duration stopGrace, Duration keep, ByteSize keepOutput) {
    /** How much of the output is told when a run has failed, in bytes. */
    static final int EVIDENCE_BYTES = 32 * 1024;
    private static final Duration SHORTEST_KEEP = Duration.ofHours(1);
    private static final ByteSize SMALLEST_OUTPUT = ByteSize.ofKibibytes(64);

    /**
     * Checks the settings.
     *
     * @throws ConfigException naming each one that is wrong
     */
    public ProcessSettings {
        List<ConfigProblem> problems = new ArrayList<>();
        positive("heartbeat", heartbeat, problems);
        positive("check", check, problems);
        positive("claim-wait", claimWait, problems);
        positive("claim-grace", claimGrace, problems);
        positive("stop-grace", stopGrace, problems);
        if (keep.compareTo(SHORTEST_KEEP) < 0) {
            problems.add(ConfigProblem.of("keep", "is shorter than 1h, so that a key would be forgotten too early",
                    "choose 7d"));
        }
        if (keepOutput.compareTo(SMALLEST_OUTPUT) < 0) {
            problems.add(ConfigProblem.of("keep-output", "is smaller than " + SMALLEST_OUTPUT, "choose 8MiB"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The defaults. */
    public static ProcessSettings defaults() {
        return new ProcessSettings(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(5),
                Duration.ofMinutes(1), Duration.ofSeconds(10), Duration.ofDays(7), ByteSize.ofMebibytes(8));
    }

    private static void positive(String key, Duration value, List<ConfigProblem> problems) {
        if (!value.isPositive()) {
            problems.add(ConfigProblem.of(key, "expected more than 0s, found " + value, "choose 1s or more"));
        }
    }
}
