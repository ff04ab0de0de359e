// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.reprise.app.serve.TopicsRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise topics apply}. */
@Command(name = "apply", description = "Create missing topics and change settings that differ; exit code 10 if some cannot be changed.")
final class TopicsApplyCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private TopicsOptions topics = new TopicsOptions();

    TopicsApplyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<TopicsRun.Line> lines = TopicsRun.apply(topics.config(), surroundings.environment());
        topics.print(lines, surroundings);
        boolean left = lines.stream().anyMatch(line -> !line.changes());
        return (left ? ExitCode.CHECK_FOUND_PROBLEMS : ExitCode.OK).value();
    }
}
