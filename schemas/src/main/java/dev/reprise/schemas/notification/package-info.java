// SPDX-License-Identifier: Apache-2.0
/** The notification log: what was told to whom. Bodies and secrets of channels stay out. */
@NullMarked
package dev.reprise.schemas.notification;

import org.jspecify.annotations.NullMarked;
