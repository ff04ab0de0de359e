// SPDX-License-Identifier: Apache-2.0
/** What people read at the terminal: tables and the story of an instance, as plain text. Nothing here asks a server. */
@NullMarked
package dev.reprise.app.output;

import org.jspecify.annotations.NullMarked;
