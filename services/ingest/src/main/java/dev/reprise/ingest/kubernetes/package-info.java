// SPDX-License-Identifier: Apache-2.0

/** Kubernetes Jobs and Argo Workflows, as a watch shows them. */
@NullMarked
package dev.reprise.ingest.kubernetes;

import org.jspecify.annotations.NullMarked;
