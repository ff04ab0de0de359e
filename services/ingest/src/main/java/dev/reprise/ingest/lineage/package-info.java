// SPDX-License-Identifier: Apache-2.0

/**
 * OpenLineage run events to events of ours, as pure functions: parse a tree, find the run that owns it, learn what it says
 * of that run, tell the instances what they have not been told. No Kafka, clock or store; what is remembered goes in and
 * comes out.
 */
@NullMarked
package dev.reprise.ingest.lineage;

import org.jspecify.annotations.NullMarked;
