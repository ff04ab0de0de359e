// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.region.Region;

/**
 * One reading of a stored table.
 *
 * @param table name
 * @param region which rows can matter
 * @param columns which columns matter, empty when all do
 * @param driving whether nothing is produced when this reading finds nothing
 */
record Read(String table, Region region, Optional<Set<String>> columns, boolean driving) {}
