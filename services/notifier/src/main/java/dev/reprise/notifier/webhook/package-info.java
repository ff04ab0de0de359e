// SPDX-License-Identifier: Apache-2.0
/**
 * The generic webhook: CloudEvents in structured mode, signed after Standard Webhooks. Knows HTTP, nothing of retries.
 */
@NullMarked
package dev.reprise.notifier.webhook;

import org.jspecify.annotations.NullMarked;
