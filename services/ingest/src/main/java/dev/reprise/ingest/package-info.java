// SPDX-License-Identifier: Apache-2.0

/** The way in as one service: its settings and its wiring. Formats, routes and the topology have their own packages. */
@NullMarked
package dev.reprise.ingest;

import org.jspecify.annotations.NullMarked;
