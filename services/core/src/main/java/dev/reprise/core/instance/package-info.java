// SPDX-License-Identifier: Apache-2.0
/** The state machine of one instance: what is remembered, what each input means, what is decided. Pure: no clock, no
 * random, no input or output. */
@NullMarked
package dev.reprise.core.instance;

import org.jspecify.annotations.NullMarked;
