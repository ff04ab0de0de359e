// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.util.Optional;

/**
 * A load of one table.
 *
 * @param warehouse where
 * @param day the day it is for, {@code ?1} of both statements
 * @param clear what makes room for it, for an overwrite
 * @param insert writes the rows after id {@code ?2} up to id {@code ?3}
 */
record SqlLoad(Warehouse warehouse, String day, Optional<String> clear, String insert) implements JobBody {

    static SqlLoad overwrite(Warehouse warehouse, String day, String clear, String insert) {
        return new SqlLoad(warehouse, day, Optional.of(clear), insert);
    }

    static SqlLoad add(Warehouse warehouse, String day, String insert) {
        return new SqlLoad(warehouse, day, Optional.empty(), insert);
    }

    @Override
    public void begin() {
        clear.ifPresent(sql -> warehouse.update(sql, day));
    }

    @Override
    public void batch(int after, int last) {
        warehouse.update(insert, day, after, last);
    }

    @Override
    public void finish() {
        // Each batch is visible as soon as it is written: that is what makes a failure in the middle dangerous.
    }
}
