// SPDX-License-Identifier: Apache-2.0
/**
 * The live view: server-sent events of what the read model has just taken in. Nothing rests on it: a client that misses
 * something is told to ask again.
 */
@NullMarked
package dev.reprise.console.live;

import org.jspecify.annotations.NullMarked;
