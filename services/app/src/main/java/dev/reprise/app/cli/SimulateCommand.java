// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.simulate.Comparison;
import dev.reprise.app.simulate.ScenarioFiles;
import dev.reprise.core.simulate.Scenario;
import dev.reprise.core.simulate.ScenarioAnswer;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise simulate}. */
@Command(name = "simulate", description = "Run scenario files through the real decision core in virtual time, and compare"
        + " with what they expect. Ends with 0 when all came as expected, with 10 when not.")
final class SimulateCommand implements Callable<Integer> {

    private static final JsonMapper MAPPER = new JsonMapper();

    private final Surroundings surroundings;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files, or folders with files, that hold a JSON array of"
            + " scenarios or a single one.")
    private List<Path> paths = List.of();

    @Mixin
    private OutputOption output = new OutputOption();

    SimulateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<Comparison> comparisons = ScenarioFiles.read(paths).stream().map(SimulateCommand::compare).toList();
        if (output.json()) {
            ArrayNode all = MAPPER.createArrayNode();
            comparisons.forEach(comparison -> all.add(json(comparison)));
            output.print(all, surroundings.out());
        } else {
            comparisons.forEach(comparison -> print(comparison, surroundings.out()));
        }
        long failed = comparisons.stream().filter(comparison -> !comparison.passed()).count();
        PrintStream last = output.json() ? surroundings.err() : surroundings.out();
        last.println((comparisons.size() - failed) + " passed, " + failed + " failed");
        return failed == 0 ? ExitCode.OK.value() : ExitCode.CHECK_FOUND_PROBLEMS.value();
    }

    private static Comparison compare(Scenario scenario) {
        try {
            return Comparison.of(scenario);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, "scenario " + scenario.id() + ": " + e.getMessage(), e);
        }
    }

    private static void print(Comparison comparison, PrintStream out) {
        Scenario scenario = comparison.scenario();
        String title = scenario.title().map(text -> " " + text).orElse("");
        if (scenario.expected().isEmpty()) {
            out.println("      " + scenario.id() + title);
            comparison.found().forEach(answer -> out.println("        " + text(answer)));
        } else if (comparison.passed()) {
            out.println("ok    " + scenario.id() + title);
        } else {
            out.println("FAIL  " + scenario.id() + title);
            comparison.missing().forEach(answer -> out.println("        expected, not decided: " + text(answer)));
            comparison.surplus().forEach(answer -> out.println("        decided, not expected: " + text(answer)));
        }
    }

    private static String text(ScenarioAnswer answer) {
        String on = answer.on().equals("timer") ? "when a wait was over" : "on event " + answer.on();
        return "at " + answer.t() + " s " + on + ": " + answer.decision() + " " + answer.reason();
    }

    private static ObjectNode json(Comparison comparison) {
        ObjectNode node = MAPPER.createObjectNode().put("id", comparison.scenario().id())
                .put("passed", comparison.passed());
        comparison.scenario().title().ifPresent(title -> node.put("title", title));
        node.set("decisions", MAPPER.valueToTree(comparison.found()));
        node.set("missing", MAPPER.valueToTree(comparison.missing()));
        node.set("surplus", MAPPER.valueToTree(comparison.surplus()));
        return node;
    }
}
