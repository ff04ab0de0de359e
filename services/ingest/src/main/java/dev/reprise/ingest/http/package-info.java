// SPDX-License-Identifier: Apache-2.0

/** The HTTP routes of the way in: CloudEvents of ours and OpenLineage events. They validate, send and answer; no mapping. */
@NullMarked
package dev.reprise.ingest.http;

import org.jspecify.annotations.NullMarked;
