// SPDX-License-Identifier: Apache-2.0

/** OpenEvent of DataWorks as EventBridge delivers it, completed by {@code GetTaskInstance}. */
@NullMarked
package dev.reprise.ingest.dataworks;

import org.jspecify.annotations.NullMarked;
