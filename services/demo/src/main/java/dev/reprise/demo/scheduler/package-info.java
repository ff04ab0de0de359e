// SPDX-License-Identifier: Apache-2.0

/**
 * A scheduler as small as can be: it starts job processes, watches them end, and reports what they did, each report
 * twice. It decides nothing, and never starts anything again by itself.
 */
@NullMarked
package dev.reprise.demo.scheduler;

import org.jspecify.annotations.NullMarked;
