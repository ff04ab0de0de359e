// SPDX-License-Identifier: Apache-2.0
/**
 * The built-in failure rules, a table for each family of systems. Texts are those that the systems print. No matching
 * happens here.
 */
@NullMarked
package dev.reprise.core.classify.rules;

import org.jspecify.annotations.NullMarked;
