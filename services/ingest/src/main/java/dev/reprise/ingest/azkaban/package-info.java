// SPDX-License-Identifier: Apache-2.0

/** Events of Azkaban's event reporter, written as JSON. */
@NullMarked
package dev.reprise.ingest.azkaban;

import org.jspecify.annotations.NullMarked;
