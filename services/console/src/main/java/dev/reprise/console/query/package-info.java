// SPDX-License-Identifier: Apache-2.0
/**
 * The query API: what the read model knows, as JSON over HTTP. Reads only; every change goes through the command package.
 */
@NullMarked
package dev.reprise.console.query;

import org.jspecify.annotations.NullMarked;
