// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.finding;

/**
 * One thing that breaks an invariant.
 *
 * @param text what was found and what was expected, with instance, rerun and position
 */
public record Violation(String text) {}
