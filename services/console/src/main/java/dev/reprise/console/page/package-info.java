// SPDX-License-Identifier: Apache-2.0
/**
 * The web pages: files that a browser takes once and keeps, and the addresses that answer with them. What they show comes
 * from the API like anybody else's; no question and no command lives here.
 */
@NullMarked
package dev.reprise.console.page;

import org.jspecify.annotations.NullMarked;
