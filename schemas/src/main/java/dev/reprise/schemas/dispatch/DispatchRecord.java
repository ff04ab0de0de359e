// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

/**
 * One line of the runner's ledger. The Kafka partition is that of the command, the key the rerun id (or
 * {@code takeover}), and the only writer is the runner that owns the partition.
 */
public sealed interface DispatchRecord permits Takeover, RerunDispatch {}
