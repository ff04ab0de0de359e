// SPDX-License-Identifier: Apache-2.0

/**
 * What targets of known schedulers share: the order of look, call and look again, the settings with their values put in,
 * and one bounded request. Nothing here knows a scheduler.
 */
@NullMarked
package dev.reprise.runner.target.scheduler;

import org.jspecify.annotations.NullMarked;
