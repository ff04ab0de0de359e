// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.admission.AdmissionSettled;
import dev.reprise.schemas.admission.RunNoted;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.id.RerunId;

/** The state machine of a group: total, deterministic, without clock or chance. {@link #step} is the only entry. */
public final class GroupMachine {
    /** Runs of a job from which its usual duration is learned. */
    static final int DURATIONS = 15;
    /** Most alarms that one step answers, so that the poll loop lives. */
    private static final int MAX_ALARMS = 200;

    private GroupMachine() {}

    /**
     * Takes an input in and answers it. Total: none throws. Told the same question twice it gives the same answer and
     * changes nothing but its clock.
     *
     * @param state the group before
     * @param input what came
     * @param rows the rows of the group; the step reads and changes them
     */
    public static GroupStep step(GroupState state, GroupInput input, GroupRows rows) {
        Round round = new Round(state, rows, input.now());
        // First what is due: a question must meet the breaker as it stands now, not as it stood before.
        ring(round);
        if (input instanceof GroupInput.Told told) {
            take(round, told.message());
        }
        Gates.fill(round);
        return round.end();
    }

    private static void take(Round round, AdmissionMessage message) {
        switch (message) {
            case AdmissionAsked asked -> Gates.asked(round, asked);
            case AdmissionSettled settled -> Gates.settled(round, settled);
            case StormControlled controlled -> Storms.controlled(round, controlled);
            case RunNoted noted -> noted(round, noted);
        }
    }

    private static void noted(Round round, RunNoted noted) {
        round.knownRule().ifPresent(rule -> round.budget(round.budget().ran(rule, round.now)));
        noted.took().ifPresent(took -> {
            List<Duration> latest = new ArrayList<>(round.rows.durations(noted.job()));
            latest.add(took);
            round.rows.durations(noted.job(),
                    List.copyOf(latest.subList(Math.max(0, latest.size() - DURATIONS), latest.size())));
        });
    }

    private static void ring(Round round) {
        int rung = 0;
        Optional<Alarm> alarm = due(round);
        while (alarm.isPresent() && rung < MAX_ALARMS) {
            Alarm due = alarm.get();
            round.rows.unset(due);
            switch (due.kind()) {
                case BREAKER ->
                    round.rows.breaker(due.name()).ifPresent(breaker -> Storms.due(round, unset(round, breaker)));
                case ASK -> round.rows.ask(new RerunId(due.name())).ifPresent(ask -> Gates.expired(round, ask));
            }
            rung++;
            alarm = due(round);
        }
    }

    /** The row must not speak of an alarm that has rung: it would not be set again. */
    private static Breaker unset(Round round, Breaker breaker) {
        Breaker woken = breaker.waking(Optional.empty());
        round.rows.put(woken);
        return woken;
    }

    private static Optional<Alarm> due(Round round) {
        return round.rows.firstAlarm().filter(alarm -> !alarm.due().isAfter(round.now));
    }
}
