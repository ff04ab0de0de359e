// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** Waits for what a cluster answers, and no longer than that. */
public final class Answers {

    private Answers() {}

    /**
     * The answer.
     *
     * @throws TimeoutException when it does not come in time
     * @throws KafkaException when the cluster refuses
     * @throws InterruptException when the thread is interrupted, with its flag set again
     */
    public static <T> T of(Future<T> future, Duration timeout) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException("the Kafka cluster did not answer within " + timeout.toSeconds() + " s", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptException("interrupted while waiting for the Kafka cluster");
        }
    }
}
