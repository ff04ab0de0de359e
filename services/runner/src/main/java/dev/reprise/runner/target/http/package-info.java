// SPDX-License-Identifier: Apache-2.0

/**
 * Reruns as HTTP calls: rendering the request, one bounded exchange, and reading the answer. Never calls twice by itself.
 */
@NullMarked
package dev.reprise.runner.target.http;

import org.jspecify.annotations.NullMarked;
