// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.id.RerunId;

/** What of a firing alert is worth a second message: its episode, kind, severity and the rerun it proposes. */
public final class Substance {
    private Substance() {}

    /** The substance as a text to be compared; at most a few hundred ASCII characters. */
    public static String of(Alert alert) {
        return alert.content().episode() + " " + alert.kind() + " " + alert.severity() + " "
                + alert.content().proposal().map(RerunId::value).orElse("-");
    }
}
