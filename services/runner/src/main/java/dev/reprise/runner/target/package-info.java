// SPDX-License-Identifier: Apache-2.0

/**
 * What a target is to the runner: a guarantee, a call, a query, and their outcomes. Also the text rules that all targets
 * share. No kind of target lives here.
 */
@NullMarked
package dev.reprise.runner.target;

import org.jspecify.annotations.NullMarked;
