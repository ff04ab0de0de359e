// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

/**
 * A message as read: its attributes and its data.
 *
 * @param attributes the CloudEvents attributes
 * @param type its type
 * @param data its record, of {@link WireType#recordClass()}
 */
public record WireMessage(CloudEventAttributes attributes, WireType type, Record data) {}
