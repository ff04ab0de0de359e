// SPDX-License-Identifier: Apache-2.0
/**
 * Analyses files on this machine: which ones, in which form the answers are printed, and when the check fails. The only
 * place of the command line that knows the analysis, whose archives are on the class path of few commands. Holds no rules:
 * whether a job may be repeated is the library's to say.
 */
@NullMarked
package dev.reprise.app.lint;

import org.jspecify.annotations.NullMarked;
