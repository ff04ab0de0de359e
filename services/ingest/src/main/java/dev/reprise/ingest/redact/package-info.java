// SPDX-License-Identifier: Apache-2.0

/** Taking secrets out of foreign text before it leaves the raw topic. Knows no format and no topic. */
@NullMarked
package dev.reprise.ingest.redact;

import org.jspecify.annotations.NullMarked;
