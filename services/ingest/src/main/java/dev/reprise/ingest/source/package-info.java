// SPDX-License-Identifier: Apache-2.0

/**
 * The frame of foreign formats: what a body is, what may be found in it, what has to be asked before it can be told. Pure:
 * no clock, no topic, no network. Each format is a package of its own that knows this one and nothing else of the service.
 */
@NullMarked
package dev.reprise.ingest.source;

import org.jspecify.annotations.NullMarked;
