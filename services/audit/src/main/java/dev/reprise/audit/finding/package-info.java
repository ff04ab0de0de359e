// SPDX-License-Identifier: Apache-2.0
/** What an invariant has to say: what was checked, what could not be judged, what is violated. No invariant lives here. */
@NullMarked
package dev.reprise.audit.finding;

import org.jspecify.annotations.NullMarked;
