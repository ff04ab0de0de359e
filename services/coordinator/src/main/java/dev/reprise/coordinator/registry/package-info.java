// SPDX-License-Identifier: Apache-2.0
/** The job registry as the coordinator sees it: the compacted topic, read whole by a plain consumer. */
@NullMarked
package dev.reprise.coordinator.registry;

import org.jspecify.annotations.NullMarked;
