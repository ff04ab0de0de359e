// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.broker;

/** A Kafka broker that a test may use, empty at its start. */
public interface Broker extends AutoCloseable {
    /** Where it is reached. */
    String bootstrapServers();

    @Override
    void close();
}
