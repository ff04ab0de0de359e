// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.util.Optional;

/**
 * A record that was put aside.
 *
 * @param position where the dead letter stands
 * @param origin where it was found; absent where its headers do not say so
 */
public record DeadLetterNote(Position position, Optional<Position> origin) {}
