// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import dev.reprise.schemas.notification.Suppression;

/**
 * That a person holds an alert back, as the group last saw it.
 *
 * @param cause what holds it back
 * @param substance what the alert said then: an acknowledgement is of that, and of nothing that comes later
 */
public record Quieted(Suppression.Cause cause, String substance) {}
