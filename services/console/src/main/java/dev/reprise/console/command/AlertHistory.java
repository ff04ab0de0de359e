// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.command.SubscriptionTrial.Happened;
import dev.reprise.console.store.Questions;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;

/**
 * When which alert fired and was over, from the decisions: the topic of alerts keeps the last of each only. Owner and labels
 * are those of the registry now; the error is that of the alert as it is now.
 */
final class AlertHistory {
    private static final int MOST = 100_000;

    private AlertHistory() {}

    static List<Happened> since(Questions questions, Instant since) {
        Map<AlertKey, AlertFiring> open = new HashMap<>();
        Map<AlertKey, Long> revisions = new HashMap<>();
        List<Happened> history = new ArrayList<>();
        // Of a storm many alerts are about few jobs.
        Map<JobId, Optional<JobDefinition>> jobs = new HashMap<>();
        for (DecisionRecord record : questions.alertDecisions(since, MOST)) {
            switch (record.decision()) {
                case Decision.Alert alert -> {
                    AlertFiring firing = new AlertFiring(alert.alertKey(),
                            revisions.merge(alert.alertKey(), 1L, Long::sum), alert.reason(), alert.severity(),
                            content(questions, record, alert,
                                    jobs.computeIfAbsent(record.job(), questions.catalog()::job)),
                            record.at());
                    open.put(alert.alertKey(), firing);
                    history.add(new Happened(record.at(), firing));
                }
                case Decision.Resolve resolve -> {
                    AlertFiring before = open.remove(resolve.alertKey());
                    if (before != null) {
                        history.add(new Happened(record.at(), new AlertResolved(before.alertKey(),
                                revisions.merge(before.alertKey(), 1L, Long::sum), before.kind(), before.severity(),
                                before.content(), before.startsAt(), record.at(), resolve.reason())));
                    }
                }
                default -> {
                    // The question asks for these two kinds alone.
                }
            }
        }
        return history;
    }

    private static AlertContent content(Questions questions, DecisionRecord record, Decision.Alert alert,
            Optional<JobDefinition> job) {
        return new AlertContent(record.job(), record.partition(), record.episode(), record.attempt(),
                job.flatMap(JobDefinition::owner), job.map(JobDefinition::labels).orElse(Map.of()),
                alert.reason().meaning(), record.detail(),
                questions.alerting().alert(alert.alertKey()).map(Alert::content).flatMap(AlertContent::evidence),
                List.of(),
                Optional.empty(), alert.until(), Optional.empty(), record.statements());
    }
}
