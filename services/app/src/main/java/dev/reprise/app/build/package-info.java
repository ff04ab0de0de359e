// SPDX-License-Identifier: Apache-2.0
/** What was built: version and revision, from a file that the build writes. Nothing else. */
@NullMarked
package dev.reprise.app.build;

import org.jspecify.annotations.NullMarked;
