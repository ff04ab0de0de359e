// SPDX-License-Identifier: Apache-2.0
/** What operators switch for a job, a namespace or everything. */
@NullMarked
package dev.reprise.schemas.control;

import org.jspecify.annotations.NullMarked;
