// SPDX-License-Identifier: Apache-2.0
/** Messages of the contract as Kafka records. Knows the wire format and Kafka's record types; no topic of its own. */
@NullMarked
package dev.reprise.runtime.message;

import org.jspecify.annotations.NullMarked;
