// SPDX-License-Identifier: Apache-2.0

/**
 * What every target must show, played against one local server that behaves like each scheduler and errs on request.
 */
@NullMarked
package dev.reprise.runner.target.conformance;

import org.jspecify.annotations.NullMarked;
