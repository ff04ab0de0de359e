// SPDX-License-Identifier: Apache-2.0
/**
 * The read model: a relational picture of the topics, written by one thread and read by many. Knows the records of the
 * contract and SQL; no Kafka client and no HTTP lives here. The tables are described in {@code docs/read-model.md}.
 */
@NullMarked
package dev.reprise.console.store;

import org.jspecify.annotations.NullMarked;
