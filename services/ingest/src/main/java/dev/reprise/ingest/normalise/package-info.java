// SPDX-License-Identifier: Apache-2.0

/**
 * The Streams application from the raw topic to the events topic: it remembers, counts and forwards. What an event means is
 * decided in the package of its format.
 */
@NullMarked
package dev.reprise.ingest.normalise;

import org.jspecify.annotations.NullMarked;
