// SPDX-License-Identifier: Apache-2.0
/** Scenario files from disk, run through the real core. Asks no server. */
@NullMarked
package dev.reprise.app.simulate;

import org.jspecify.annotations.NullMarked;
