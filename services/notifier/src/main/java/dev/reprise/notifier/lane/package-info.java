// SPDX-License-Identifier: Apache-2.0
/**
 * One lane per receiver: order, retries and pace, so that no receiver waits for another. Knows no protocol of a channel.
 */
@NullMarked
package dev.reprise.notifier.lane;

import org.jspecify.annotations.NullMarked;
