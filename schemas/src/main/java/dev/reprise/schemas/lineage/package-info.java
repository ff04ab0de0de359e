// SPDX-License-Identifier: Apache-2.0
/** What was seen of a job's definition and of the data it reads and writes. */
@NullMarked
package dev.reprise.schemas.lineage;

import org.jspecify.annotations.NullMarked;
