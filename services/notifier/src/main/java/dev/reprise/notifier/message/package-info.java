// SPDX-License-Identifier: Apache-2.0
/**
 * What a message to a person says, before any channel gives it a form: what is new, what goes on, what is over, and the
 * words for it in each language. Knows no channel.
 */
@NullMarked
package dev.reprise.notifier.message;

import org.jspecify.annotations.NullMarked;
