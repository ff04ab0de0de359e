// SPDX-License-Identifier: Apache-2.0
/**
 * The channel of whoever has no channel of its own: a POST by templates. Knows HTTP, nothing of retries.
 */
@NullMarked
package dev.reprise.notifier.template;

import org.jspecify.annotations.NullMarked;
