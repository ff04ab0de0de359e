// SPDX-License-Identifier: Apache-2.0

/** Reruns in DolphinScheduler: recovering a failed workflow instance, or repeating it on request. */
@NullMarked
package dev.reprise.runner.target.dolphinscheduler;

import org.jspecify.annotations.NullMarked;
