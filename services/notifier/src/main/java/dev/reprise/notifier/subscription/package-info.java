// SPDX-License-Identifier: Apache-2.0
/**
 * Who wants to be told of what, how bundled, how often, when not: rules as configured, checked whole. Knows no alert that
 * is open and no channel.
 */
@NullMarked
package dev.reprise.notifier.subscription;

import org.jspecify.annotations.NullMarked;
