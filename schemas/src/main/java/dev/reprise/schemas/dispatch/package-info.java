// SPDX-License-Identifier: Apache-2.0
/** The runner's ledger: takeover, intent, doubt and result of each rerun. Written by one fenced runner per Kafka partition. */
@NullMarked
package dev.reprise.schemas.dispatch;

import org.jspecify.annotations.NullMarked;
