// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.output.PlainText;
import dev.reprise.app.simulate.Comparison;
import dev.reprise.app.simulate.PolicyTrial;
import dev.reprise.app.simulate.RecordedFile;
import dev.reprise.app.simulate.RecordedTopics;
import dev.reprise.app.simulate.Recording;
import dev.reprise.app.simulate.ScenarioFiles;
import dev.reprise.core.simulate.Difference;
import dev.reprise.core.simulate.Replay;
import dev.reprise.core.simulate.Scenario;
import dev.reprise.core.simulate.ScenarioAnswer;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.id.InstanceId;

/** {@code reprise simulate}. */
@Command(name = "simulate", description = "Run scenario files through the real decision core in virtual time, and compare"
        + " with what they expect; or, with --events, replay recorded history under the registry in force and under a new"
        + " one, and show what would be decided differently. Ends with 0 when all came as expected or nothing differs, with 10"
        + " when not.")
final class SimulateCommand implements Callable<Integer> {

    private static final JsonMapper MAPPER = new JsonMapper();

    private final Surroundings surroundings;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Files, or folders with files, that hold a JSON array of"
            + " scenarios or a single one.")
    private List<Path> paths = List.of();

    @Option(names = "--events", paramLabel = "FILE|TOPIC", description = "Recorded history: a file of CloudEvents in"
            + " structured form, as the API takes them, one a line or in one array; or, with --bootstrap, the topic of events"
            + " of a cluster, such as reprise.events, which is read with what else is there under its prefix.")
    private @Nullable String events;

    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "The cluster whose topic is read.")
    private @Nullable String bootstrap;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration; its kafka section says how to reach"
            + " the cluster.")
    private @Nullable Path config;

    @Option(names = "--policy", paramLabel = "FILE", description = "The registry document that is tried on it.")
    private @Nullable Path policy;

    @Option(names = "--registry", paramLabel = "FILE", description = "The registry document that is in force"
            + " (default: the registry of the cluster).")
    private @Nullable Path registry;

    @Mixin
    private OutputOption output = new OutputOption();

    SimulateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (events == null && policy == null && registry == null && !paths.isEmpty()) {
            return scenarios();
        }
        if (events == null || policy == null || !paths.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "give scenario files alone, or --events and --policy");
        }
        Recording recording = recording(events);
        return trial(PolicyTrial.of(recording, Optional.ofNullable(registry), policy));
    }

    private Recording recording(String from) {
        if (bootstrap == null) {
            return RecordedFile.read(Path.of(from));
        }
        return RecordedTopics.read(new RecordedTopics.Cluster(bootstrap, Optional.ofNullable(config)), from,
                surroundings.environment());
    }

    private int trial(PolicyTrial trial) {
        if (output.json()) {
            ArrayNode all = MAPPER.createArrayNode();
            trial.differences().forEach(difference -> all.add(json(difference)));
            output.print(all, surroundings.out());
        } else {
            print(trial, surroundings.out());
        }
        PrintStream last = output.json() ? surroundings.err() : surroundings.out();
        last.println(trial.differences().size() + " differences: " + trial.counts());
        return trial.differences().isEmpty() ? ExitCode.OK.value() : ExitCode.CHECK_FOUND_PROBLEMS.value();
    }

    private static void print(PolicyTrial trial, PrintStream out) {
        Map<InstanceId, List<Difference>> byInstance = trial.differences().stream()
                .collect(Collectors.groupingBy(Difference::instance, LinkedHashMap::new, Collectors.toList()));
        byInstance.forEach((instance, differences) -> {
            out.println(PlainText.oneLine(instance.job() + " " + instance.partition()));
            differences.forEach(difference -> out.println("  " + difference.at() + " " + difference.cause() + ": "
                    + text(difference.before()) + " -> " + text(difference.after())));
        });
    }

    private static String text(Optional<Replay.Decided> decided) {
        return decided.map(each -> each.decision().kind() + " " + each.decision().reason() + " at " + each.at())
                .orElse("nothing");
    }

    private static ObjectNode json(Difference difference) {
        ObjectNode node = MAPPER.createObjectNode().put("job", difference.instance().job().toString())
                .put("partition", difference.instance().partition().toString()).put("cause", difference.cause())
                .put("at", difference.at().toString());
        difference.before().ifPresent(decided -> node.set("before", json(decided)));
        difference.after().ifPresent(decided -> node.set("after", json(decided)));
        return node;
    }

    private static ObjectNode json(Replay.Decided decided) {
        return MAPPER.createObjectNode().put("at", decided.at().toString()).put("decision", decided.decision().kind())
                .put("reason", decided.decision().reason().name());
    }

    private int scenarios() {
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
