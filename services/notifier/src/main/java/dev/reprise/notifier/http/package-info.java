// SPDX-License-Identifier: Apache-2.0
/**
 * One POST to a receiver, guarded and bounded, and what its answer means where channels do not differ. Knows no body and
 * no success beyond the status.
 */
@NullMarked
package dev.reprise.notifier.http;

import org.jspecify.annotations.NullMarked;
