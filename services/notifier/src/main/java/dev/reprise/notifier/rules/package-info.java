// SPDX-License-Identifier: Apache-2.0
/**
 * The rules in force at a moment: subscriptions of the configuration and of people, silences, acknowledgements, inhibition;
 * and how a process follows them. Decides nothing about a group.
 */
@NullMarked
package dev.reprise.notifier.rules;

import org.jspecify.annotations.NullMarked;
