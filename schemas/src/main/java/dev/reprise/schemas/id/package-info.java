// SPDX-License-Identifier: Apache-2.0
/** Names of jobs, partitions, runs, reruns and alerts: value types that cannot hold an illegal name. Nothing here knows an event or a topic. */
@NullMarked
package dev.reprise.schemas.id;

import org.jspecify.annotations.NullMarked;
