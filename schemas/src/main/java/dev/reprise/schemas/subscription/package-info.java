// SPDX-License-Identifier: Apache-2.0
/** Who asks to be told of which alerts. Receivers, their addresses and their secrets stay in the configuration. */
@NullMarked
package dev.reprise.schemas.subscription;

import org.jspecify.annotations.NullMarked;
