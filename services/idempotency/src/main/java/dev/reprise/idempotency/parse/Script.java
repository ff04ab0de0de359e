// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.reprise.idempotency.sql.TableSchema;

/**
 * A script, read.
 *
 * @param dialect the dialect it was read in
 * @param statements in order
 * @param schemas what notes beside the statements say of tables, by table name
 * @param appendOk tables that an annotation declares to be logs, where another row on a rerun is meant
 * @param hostClockParameters names of parameters that a shell around the script takes from the host's clock
 */
public record Script(Dialect dialect, List<Placed> statements, Map<String, TableSchema> schemas, Set<String> appendOk,
        Set<String> hostClockParameters) {}
