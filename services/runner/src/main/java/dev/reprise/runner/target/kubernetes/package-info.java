// SPDX-License-Identifier: Apache-2.0

/** Reruns as Kubernetes jobs of our own name, made from the template of a cron job. */
@NullMarked
package dev.reprise.runner.target.kubernetes;

import org.jspecify.annotations.NullMarked;
