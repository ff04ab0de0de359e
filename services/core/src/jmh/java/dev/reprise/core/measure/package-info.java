// SPDX-License-Identifier: Apache-2.0
/** Measurements of the core, in the profile {@code jmh} alone. */
@NullMarked
package dev.reprise.core.measure;

import org.jspecify.annotations.NullMarked;
