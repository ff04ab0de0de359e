// SPDX-License-Identifier: Apache-2.0
/**
 * The way out: alerts come in from Kafka, each configured receiver is told. Wiring lives here; what is told is decided in {@code rule}, how it is said in the channels.
 */
@NullMarked
package dev.reprise.notifier;

import org.jspecify.annotations.NullMarked;
