// SPDX-License-Identifier: Apache-2.0
/**
 * Runs any command line under observation: bytes, signals and exit code pass through, and what happened is told to
 * Reprise. Nothing here may delay the command or make it fail. No command line parsing and no Kafka.
 */
@NullMarked
package dev.reprise.app.exec;

import org.jspecify.annotations.NullMarked;
