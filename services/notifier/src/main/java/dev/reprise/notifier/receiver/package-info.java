// SPDX-License-Identifier: Apache-2.0
/**
 * Who is told, as configured. Records that cannot hold an illegal setting; no channel is opened here.
 */
@NullMarked
package dev.reprise.notifier.receiver;

import org.jspecify.annotations.NullMarked;
