// SPDX-License-Identifier: Apache-2.0
/** Tests of the readers for what is not plain SQL. */
@NullMarked
package dev.reprise.idempotency.source;

import org.jspecify.annotations.NullMarked;
