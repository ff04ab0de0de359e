// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.judge;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.log.Log;
import dev.reprise.simulation.log.Topic;
import dev.reprise.simulation.world.Decided;
import dev.reprise.simulation.world.Setting;
import dev.reprise.simulation.world.Start;

/**
 * Judges a history as it grows: reads what is committed, as anybody could, and the target's journal. It takes no word of
 * the engine for anything but what it decided.
 */
public final class Judge {
    private final Setting setting;
    private final Log log;
    private final List<Start> journal;
    private final Findings findings = new Findings();
    private final Ledgers ledgers;
    private final Map<InstanceId, Decisions> instances = new HashMap<>();
    private final Map<Topic, Long> read = new EnumMap<>(Topic.class);
    private int started;
    private int life;

    /**
     * Makes a judge that has seen nothing.
     *
     * @param journal what the target accepted; grows while it is judged
     */
    public Judge(Setting setting, Log log, List<Start> journal) {
        this.setting = setting;
        this.log = log;
        this.journal = journal;
        ledgers = new Ledgers(setting, findings);
        setting.instances().forEach(
                instance -> instances.put(instance, new Decisions(setting, findings, ledgers)));
    }

    /** Whether the machine decided by itself, and no person. */
    static boolean isAutomatic(Reason reason) {
        return reason != Reason.MANUAL && reason != Reason.APPROVED;
    }

    /**
     * Looks at what is new.
     *
     * @param told told of each record that is new
     * @return the first promise that was not kept
     */
    public Optional<Violation> look(Consumer<Object> told) {
        read(Topic.EVENTS, told, entry -> of(((InstanceEvent) entry.value()).instance()).event(entry));
        read(Topic.DISPATCHES, told, ledgers::line);
        read(Topic.DECISIONS, told, entry -> {
            Decided decided = (Decided) entry.value();
            life = Math.max(life, decided.life());
            of(decided.instance()).decided(entry);
        });
        read(Topic.COMMANDS, told, entry -> {
            if (entry.value() instanceof StartRerun start) {
                ledgers.command(start);
            }
        });
        for (; started < journal.size(); started++) {
            told.accept(journal.get(started));
            ledgers.start(journal.get(started));
        }
        return findings.first();
    }

    /** Looks at a history that has come to rest. */
    public Optional<Violation> rest() {
        ledgers.rest();
        for (InstanceId instance : setting.instances()) {
            of(instance).rest(life);
            findings.require("I8", of(instance).toldOfDoubt() >= ledgers.parked(instance),
                    () -> "a rerun of " + instance + " was parked and nobody was told");
        }
        return findings.first();
    }

    /** How far the ledger was read. */
    public long ledgerRead() {
        return read.getOrDefault(Topic.DISPATCHES, 0L);
    }

    private void read(Topic topic, Consumer<Object> told, Consumer<Entry> judge) {
        long from = read.getOrDefault(topic, 0L);
        Log.Read found = log.read(topic, from);
        while (found.entry().isPresent()) {
            told.accept(found.entry().get());
            judge.accept(found.entry().get());
            from = found.next();
            found = log.read(topic, from);
        }
        read.put(topic, found.next());
    }

    private Decisions of(InstanceId instance) {
        return Optional.ofNullable(instances.get(instance)).orElseThrow();
    }
}
