// SPDX-License-Identifier: Apache-2.0

/**
 * The thin seam over the HTTP server: routes, requests, responses, problems, and who may call what. No service sees the
 * server library behind it, and no route of a service lives here.
 */
@NullMarked
package dev.reprise.runtime.http;

import org.jspecify.annotations.NullMarked;
