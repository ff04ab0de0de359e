// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

/** What came of it that a target was asked something. */
public sealed interface Outcome permits CallOutcome, FenceOutcome, QueryOutcome {}
