// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.reprise.app.serve.TopicsRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise topics plan}. */
@Command(name = "plan", description = "Show how the cluster's topics differ from the table; exit code 10 if they do.")
final class TopicsPlanCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private TopicsOptions topics = new TopicsOptions();

    TopicsPlanCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<TopicsRun.Line> lines = TopicsRun.plan(topics.config(), surroundings.environment());
        topics.print(lines, surroundings);
        return (lines.isEmpty() ? ExitCode.OK : ExitCode.CHECK_FOUND_PROBLEMS).value();
    }
}
