// SPDX-License-Identifier: Apache-2.0

/** The meters of the way in. Only names and labels live here; no decision. */
@NullMarked
package dev.reprise.ingest.meter;

import org.jspecify.annotations.NullMarked;
