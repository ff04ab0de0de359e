// SPDX-License-Identifier: Apache-2.0
/** Who changed what through an API: one record for each mutation. */
@NullMarked
package dev.reprise.schemas.audit;

import org.jspecify.annotations.NullMarked;
