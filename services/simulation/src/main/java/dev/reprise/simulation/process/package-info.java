// SPDX-License-Identifier: Apache-2.0
/** The processes of the product around its real rules: what a crash takes from them, and what it leaves. No rule stands here. */
@NullMarked
package dev.reprise.simulation.process;

import org.jspecify.annotations.NullMarked;
