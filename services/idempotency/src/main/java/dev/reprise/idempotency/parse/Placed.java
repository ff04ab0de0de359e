// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import dev.reprise.idempotency.sql.Statement;

/**
 * A statement with its place.
 *
 * @param statement what it does
 * @param line line of its first word, from 1
 * @param column column of its first word, from 1
 */
public record Placed(Statement statement, int line, int column) {}
