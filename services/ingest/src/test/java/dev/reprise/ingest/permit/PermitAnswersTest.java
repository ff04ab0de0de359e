// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.permit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.permit.PermitGranted;

class PermitAnswersTest {
    private final PermitAnswers answers = new PermitAnswers();

    @Test
    void shouldWakeWhoWaits() {
        CompletableFuture<Optional<Permit>> waiting = CompletableFuture.supplyAsync(() -> await("a"));

        answers.told(granted("b", 1));
        answers.told(granted("a", 2));

        assertThat(waiting.join()).contains(granted("a", 2));
    }

    @Test
    void shouldAnswerAtOnceWhatWasTold() throws InterruptedException {
        answers.told(granted("a", 1));

        assertThat(answers.await("a", Duration.ZERO)).contains(granted("a", 1));
        assertThat(answers.await("b", Duration.ZERO)).isEmpty();
    }

    @Test
    void shouldKeepTheFirstAnswerToARequest() throws InterruptedException {
        answers.told(granted("a", 1));
        answers.told(granted("a", 2));

        assertThat(answers.await("a", Duration.ZERO)).contains(granted("a", 1));
    }

    @Test
    void shouldForgetTheOldestBeyondItsCapacity() throws InterruptedException {
        for (int i = 0; i <= PermitAnswers.CAPACITY; i++) {
            answers.told(granted("r" + i, i));
        }

        assertThat(answers.await("r0", Duration.ZERO)).isEmpty();
        assertThat(answers.await("r1", Duration.ZERO)).isPresent();
    }

    private Optional<Permit> await(String requestId) {
        try {
            return answers.await(requestId, Duration.ofMinutes(2));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PermitGranted granted(String requestId, long token) {
        return new PermitGranted(requestId, new JobId("warehouse", "orders"), PartitionKey.WHOLE_JOB,
                new RunId("run-1"),
                1, Gate.START, 0, token, Instant.EPOCH);
    }
}
