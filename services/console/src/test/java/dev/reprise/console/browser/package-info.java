// SPDX-License-Identifier: Apache-2.0
/**
 * A real browser for tests: Chromium without a window, led over its debugging protocol. What a test of a page means stands
 * in the test.
 */
@NullMarked
package dev.reprise.console.browser;

import org.jspecify.annotations.NullMarked;
