// SPDX-License-Identifier: Apache-2.0
/**
 * The command API: what people ask for becomes records in Kafka, with an audit entry for each. Decides nothing about a
 * rerun: that is the coordinator's, and its answer is read back from the read model.
 */
@NullMarked
package dev.reprise.console.command;

import org.jspecify.annotations.NullMarked;
