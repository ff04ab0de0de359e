// SPDX-License-Identifier: Apache-2.0
/** Failure rules from registry documents on disk, read as the server would read them. Asks no server. */
@NullMarked
package dev.reprise.app.classify;

import org.jspecify.annotations.NullMarked;
