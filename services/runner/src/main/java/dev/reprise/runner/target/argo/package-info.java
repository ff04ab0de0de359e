// SPDX-License-Identifier: Apache-2.0

/** Reruns in Argo Workflows: a workflow of our own name, or the retry of a failed one. */
@NullMarked
package dev.reprise.runner.target.argo;

import org.jspecify.annotations.NullMarked;
