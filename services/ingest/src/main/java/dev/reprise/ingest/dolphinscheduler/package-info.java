// SPDX-License-Identifier: Apache-2.0

/** The HTTP alert of DolphinScheduler: a wake-up, after which its API is asked what happened. */
@NullMarked
package dev.reprise.ingest.dolphinscheduler;

import org.jspecify.annotations.NullMarked;
