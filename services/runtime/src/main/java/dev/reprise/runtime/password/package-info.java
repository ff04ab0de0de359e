// SPDX-License-Identifier: Apache-2.0
/** How passwords are kept: as salted hashes that take time to try. Nothing here knows who has one. */
@NullMarked
package dev.reprise.runtime.password;

import org.jspecify.annotations.NullMarked;
