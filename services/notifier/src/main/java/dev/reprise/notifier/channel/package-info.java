// SPDX-License-Identifier: Apache-2.0
/**
 * What every channel answers to: one delivery in, one attempt out. No channel lives here and no retry is decided here.
 */
@NullMarked
package dev.reprise.notifier.channel;

import org.jspecify.annotations.NullMarked;
