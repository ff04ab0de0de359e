// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.util.Locale;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;

/** The state of an alert as a word. */
enum AlertState {
    FIRING, ACKED, RESOLVED;

    static AlertState of(Alert alert) {
        return switch (alert) {
            case AlertFiring _ -> FIRING;
            case AlertAcked _ -> ACKED;
            case AlertResolved _ -> RESOLVED;
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
