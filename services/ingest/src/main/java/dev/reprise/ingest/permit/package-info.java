// SPDX-License-Identifier: Apache-2.0
/**
 * Answers of the coordinator to gated runs, as they are committed. Nothing is decided here, and no HTTP is spoken.
 */
@NullMarked
package dev.reprise.ingest.permit;

import org.jspecify.annotations.NullMarked;
