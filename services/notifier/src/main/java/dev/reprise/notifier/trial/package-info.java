// SPDX-License-Identifier: Apache-2.0
/** What a subscription would have done: the machine of groups over a history, in virtual time. No Kafka, no clock. */
@NullMarked
package dev.reprise.notifier.trial;

import org.jspecify.annotations.NullMarked;
