// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.crash.Strike.Mode;
import dev.reprise.it.crash.Strike.Trigger;

/** Every failpoint, killed, stopped beyond the session and broken, for every class of target that comes by it. */
final class DirectedChaos {
    private static final List<Kind> HTTP = List.of(Kind.KEYED, Kind.FENCED, Kind.OPAQUE);
    private static final List<Kind> ONE = List.of(Kind.KEYED);

    @Test
    void shouldHoldAtEveryStepOfTheRunner() {
        run("runner", ofRunner());
    }

    @Test
    void shouldHoldAtEveryStepOfTheCoordinator() {
        run("coordinator", ofCoordinator());
    }

    static List<Strike> ofRunner() {
        return Stream.of(
                strikes(Trigger.LOAD, HTTP, "runner.before-intent", "runner.after-intent-commit",
                        "runner.in-transaction", "runner.before-commit", "runner.before-call", "runner.after-call",
                        "runner.before-result", "runner.after-result-commit"),
                strikes(Trigger.DOUBT, HTTP, "runner.after-call", "runner.before-result"),
                strikes(Trigger.LATE, List.of(Kind.KEYED, Kind.FENCED), "runner.after-doubt-commit"),
                strikes(Trigger.LATE, List.of(Kind.FENCED), "runner.before-fence", "runner.after-fence",
                        "runner.before-query", "runner.after-query"),
                strikes(Trigger.LOAD, List.of(Kind.PROCESS), "runner.after-run-directory",
                        "runner.before-reported-mark", "runner.after-intent-commit", "runner.before-result"),
                strikes(Trigger.PEER_LOST, ONE, "runner.before-takeover", "runner.after-takeover",
                        "runner.after-rebuild"),
                strikes(Trigger.PEER_BACK, ONE, "runner.in-revoke")).flatMap(List::stream).toList();
    }

    static List<Strike> ofCoordinator() {
        return Stream.of(
                strikes(Trigger.LOAD, HTTP, "coordinator.before-step", "coordinator.before-store",
                        "coordinator.after-store", "coordinator.after-decision", "coordinator.after-forward",
                        "coordinator.in-timer", "coordinator.before-group-step", "coordinator.after-group-store",
                        "coordinator.after-group-forward", "coordinator.in-transaction", "coordinator.before-commit",
                        "coordinator.after-commit"),
                strikes(Trigger.POISON, ONE, "coordinator.after-dead-letter"),
                strikes(Trigger.PEER_LOST, ONE, "coordinator.after-assignment", "coordinator.in-restore",
                        "coordinator.after-restore"),
                strikes(Trigger.ORDERLY_END, ONE, "coordinator.in-revoke")).flatMap(List::stream).toList();
    }

    private static void run(String name, List<Strike> strikes) {
        ChaosSettings settings = ChaosSettings.fromProperties();
        Path directory = settings.world("directed-" + name);
        try (Broker broker = BrokerKind.here().getLast().start(directory.resolve("kafka"));
                Bout bout = new Bout(directory, World.Options.on(broker.bootstrapServers()), settings.seed())) {
            strikes.forEach(bout::strike);
        }
    }

    private static List<Strike> strikes(Trigger trigger, List<Kind> kinds, String... failpoints) {
        List<Strike> strikes = new ArrayList<>();
        for (String failpoint : failpoints) {
            for (Mode mode : Mode.values()) {
                kinds.forEach(kind -> strikes.add(new Strike(failpoint, mode, trigger, kind)));
            }
        }
        return strikes;
    }
}
