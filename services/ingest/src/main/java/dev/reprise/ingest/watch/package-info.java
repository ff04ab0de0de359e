// SPDX-License-Identifier: Apache-2.0

/**
 * Watches a Kubernetes cluster and takes in its Jobs and Workflows as a sender by HTTP would: list, watch from there, list
 * again where the cluster has forgotten the place. What an object means is not known here.
 */
@NullMarked
package dev.reprise.ingest.watch;

import org.jspecify.annotations.NullMarked;
