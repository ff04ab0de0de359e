// SPDX-License-Identifier: Apache-2.0
/** Rules that hold in every module. A module's own walls are in its own tests. */
@NullMarked
package dev.reprise.house;

import org.jspecify.annotations.NullMarked;
