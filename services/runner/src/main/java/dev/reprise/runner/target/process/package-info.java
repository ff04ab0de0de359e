// SPDX-License-Identifier: Apache-2.0

/**
 * Reruns as processes on this machine: the run directory, the wrapper that claims it, and the supervisor that reports
 * what became of it. Survives the death of the runner; knows no Kafka.
 */
@NullMarked
package dev.reprise.runner.target.process;

import org.jspecify.annotations.NullMarked;
