// SPDX-License-Identifier: Apache-2.0

/**
 * Questions to schedulers: bounded, cached for a moment, with time-outs. An answer goes to the raw topic; no answer is no
 * answer, and never a guess.
 */
@NullMarked
package dev.reprise.ingest.enquiry;

import org.jspecify.annotations.NullMarked;
