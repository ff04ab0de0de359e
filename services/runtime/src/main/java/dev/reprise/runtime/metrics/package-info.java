// SPDX-License-Identifier: Apache-2.0

/**
 * The metrics registry, its scrape endpoint, and the meters of the process itself. Meters of a service are made by the
 * service.
 */
@NullMarked
package dev.reprise.runtime.metrics;

import org.jspecify.annotations.NullMarked;
