// SPDX-License-Identifier: Apache-2.0
/** The rules written down a second time, plainly and apart from the engine, and histories on which both must agree. Nothing
 * here may use {@code core.instance}: two witnesses that talk to each other are one. */
@NullMarked
package dev.reprise.core.reference;

import org.jspecify.annotations.NullMarked;
