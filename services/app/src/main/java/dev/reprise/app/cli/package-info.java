// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: options, help, exit codes. One class per command; what a command does lives in the other packages.
 * Signatures here name no Kafka type, because most commands run without Kafka on their class path.
 */
@NullMarked
package dev.reprise.app.cli;

import org.jspecify.annotations.NullMarked;
