// SPDX-License-Identifier: Apache-2.0
/**
 * A client of the HTTP interface of a running Reprise. No command line, no output; answers are passed on as they came.
 */
@NullMarked
package dev.reprise.app.client;

import org.jspecify.annotations.NullMarked;
