// SPDX-License-Identifier: Apache-2.0
/** The Kafka Streams shell around the pure core: nodes, stores, timers, records in and out. Decides nothing itself. */
@NullMarked
package dev.reprise.coordinator.topology;

import org.jspecify.annotations.NullMarked;
