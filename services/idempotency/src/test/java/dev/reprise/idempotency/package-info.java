// SPDX-License-Identifier: Apache-2.0
/** Tests of the analysis as a whole: labelled scripts, real engines, walls, bounds. */
@NullMarked
package dev.reprise.idempotency;

import org.jspecify.annotations.NullMarked;
