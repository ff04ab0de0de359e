// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.time.Instant;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.notification.Told;

/**
 * One thing to be told to one receiver.
 *
 * @param id the same for every try of the same revision to the same receiver, whichever process tries: receivers
 *        deduplicate by it
 * @param alert what it is about
 * @param told what the receiver is to believe: firing or resolved
 * @param receiver who is told
 * @param why the matchers that brought it here, for a person
 * @param at when this try began
 */
public record Delivery(String id, Alert alert, Told told, String receiver, String why, Instant at) {}
