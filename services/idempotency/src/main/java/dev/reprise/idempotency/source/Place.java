// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

/**
 * A place in a file.
 *
 * @param line from 1
 * @param column from 1
 */
record Place(int line, int column) {
    static final Place START = new Place(1, 1);
}
