// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.List;
import java.util.Optional;

/** A foreign parser, asked what it thinks a statement does. */
sealed interface Witness permits DruidWitness, SparkWitness, JSqlWitness {
    /**
     * @param sql one statement, template parameters replaced by names
     * @param dialect its dialect
     * @return what it does, or empty when this parser does not read it
     */
    Optional<Head> testify(String sql, Dialect dialect);

    /**
     * @param dialect of the script
     * @return the parsers to ask, best first
     */
    static List<Witness> of(Dialect dialect) {
        return dialect.lake()
                ? List.of(new DruidWitness(), new SparkWitness(), new JSqlWitness())
                : List.of(new DruidWitness(), new JSqlWitness());
    }
}
