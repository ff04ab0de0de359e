// SPDX-License-Identifier: Apache-2.0
/** What instances tell the group they belong to, and what operators tell a group: the input of the breaker. */
@NullMarked
package dev.reprise.schemas.admission;

import org.jspecify.annotations.NullMarked;
