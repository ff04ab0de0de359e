// SPDX-License-Identifier: Apache-2.0
/** The public state of breakers. */
@NullMarked
package dev.reprise.schemas.storm;

import org.jspecify.annotations.NullMarked;
