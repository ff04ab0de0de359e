// SPDX-License-Identifier: Apache-2.0

/**
 * Named health checks and the three endpoints that report them. What is checked belongs to the services.
 */
@NullMarked
package dev.reprise.runtime.health;

import org.jspecify.annotations.NullMarked;
