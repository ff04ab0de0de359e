// SPDX-License-Identifier: Apache-2.0

/**
 * The Kafka shell around the ledger: owning a partition of commands, one transaction per record, calls on virtual
 * threads. No rule of the protocol lives here.
 */
@NullMarked
package dev.reprise.runner.dispatch;

import org.jspecify.annotations.NullMarked;
