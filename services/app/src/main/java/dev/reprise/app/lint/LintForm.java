// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

/** How answers are printed. */
public enum LintForm {
    /** for people */
    TEXT,
    /** an array, one element per job */
    JSON,
    /** SARIF 2.1.0, for code hosts and editors */
    SARIF
}
