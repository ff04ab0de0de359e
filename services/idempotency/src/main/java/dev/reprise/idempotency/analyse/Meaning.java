// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.List;

import dev.reprise.idempotency.analyse.Effect.Place;

/**
 * What one statement means.
 *
 * @param effects on contents
 * @param catalog on the catalog
 * @param commits whether it ends a transaction by itself
 * @param place where it stands
 */
record Meaning(List<Effect> effects, List<CatalogOp> catalog, boolean commits, Place place) {}
