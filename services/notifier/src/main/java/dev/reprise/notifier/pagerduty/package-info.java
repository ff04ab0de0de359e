// SPDX-License-Identifier: Apache-2.0
/**
 * PagerDuty's Events API v2: an incident is triggered and resolved under one key. Knows nothing of retries.
 */
@NullMarked
package dev.reprise.notifier.pagerduty;

import org.jspecify.annotations.NullMarked;
