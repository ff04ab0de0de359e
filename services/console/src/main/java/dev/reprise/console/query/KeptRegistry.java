// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.Questions;
import dev.reprise.core.cascade.RegisteredJobs;
import dev.reprise.schemas.topic.Topics;

/**
 * The registry as one object, kept until a record of its topics was taken in: to read ten thousand definitions takes longer
 * than a page may. Safe for use by many threads.
 */
final class KeptRegistry {

    private final AtomicReference<Optional<Kept>> last = new AtomicReference<>(Optional.empty());

    private record Kept(List<Position> positions, RegisteredJobs jobs) {}

    /** As it is in the picture that is asked. */
    RegisteredJobs in(Questions questions) {
        List<Position> positions = questions.positions().stream()
                .filter(each -> each.topic() == Topics.JOBS || each.topic() == Topics.LINEAGE).toList();
        Optional<Kept> kept = last.get().filter(each -> each.positions().equals(positions));
        if (kept.isPresent()) {
            return kept.get().jobs();
        }
        RegisteredJobs jobs = new RegisteredJobs(questions.catalog().everyJob(), questions.catalog().everyLineage());
        last.set(Optional.of(new Kept(positions, jobs)));
        return jobs;
    }
}
