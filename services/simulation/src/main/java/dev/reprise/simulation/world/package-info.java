// SPDX-License-Identifier: Apache-2.0
/** What surrounds the product: time, sources that err, a network that loses, targets that keep a journal. No decision of ours is made here. */
@NullMarked
package dev.reprise.simulation.world;

import org.jspecify.annotations.NullMarked;
