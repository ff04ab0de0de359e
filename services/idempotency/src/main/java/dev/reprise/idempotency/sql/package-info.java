// SPDX-License-Identifier: Apache-2.0
/**
 * The one shape into which every dialect is read: expressions, queries and statements, with no trace of the text they came from. No parsing and no judgement lives here.
 */
@NullMarked
package dev.reprise.idempotency.sql;

import org.jspecify.annotations.NullMarked;
