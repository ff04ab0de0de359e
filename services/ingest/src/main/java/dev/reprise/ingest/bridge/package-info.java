// SPDX-License-Identifier: Apache-2.0

/** OpenLineage topics of other people's clusters or producers, copied into the raw topic. Nothing is mapped here. */
@NullMarked
package dev.reprise.ingest.bridge;

import org.jspecify.annotations.NullMarked;
