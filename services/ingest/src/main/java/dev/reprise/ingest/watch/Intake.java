// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import tools.jackson.databind.node.ObjectNode;

/** Where objects go. A seam: tests look at what arrives and may refuse it. */
@FunctionalInterface
interface Intake {

    /** Takes an object; false where it must be brought again later. */
    boolean take(ObjectNode object);
}
