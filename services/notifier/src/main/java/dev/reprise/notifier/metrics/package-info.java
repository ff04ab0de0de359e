// SPDX-License-Identifier: Apache-2.0
/**
 * The meters of this service, made once and in one place. Nothing is decided on their values.
 */
@NullMarked
package dev.reprise.notifier.metrics;

import org.jspecify.annotations.NullMarked;
