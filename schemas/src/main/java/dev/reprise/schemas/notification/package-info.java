// SPDX-License-Identifier: Apache-2.0
/** What is to be told to whom, and what was told. Bodies and secrets of channels stay out. */
@NullMarked
package dev.reprise.schemas.notification;

import org.jspecify.annotations.NullMarked;
