// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;

/**
 * What a record of the alerts says, without its texts.
 *
 * @param alertKey what it is about
 * @param revision rises with each change of this key
 * @param open whether it fires, acknowledged or not
 * @param shared whether it is about more than one instance, so that several may tell of it
 */
public record AlertNote(AlertKey alertKey, long revision, boolean open, boolean shared) {
    /** The note of a record. */
    public static AlertNote of(Alert alert) {
        boolean open = switch (alert) {
            case AlertFiring _,AlertAcked _ -> true;
            case AlertResolved _ -> false;
        };
        return new AlertNote(alert.alertKey(), alert.revision(), open, isShared(alert.alertKey(),
                new InstanceId(alert.content().job(), alert.content().partition())));
    }

    /** Whether a key is about anything else than this one instance. */
    public static boolean isShared(AlertKey key, InstanceId instance) {
        return !key.value().endsWith("/" + instance.key());
    }
}
