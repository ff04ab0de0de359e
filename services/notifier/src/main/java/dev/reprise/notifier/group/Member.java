// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.Suppression;

/**
 * One alert of a group, and whom it was told.
 *
 * @param alertKey the alert
 * @param revision the newest revision seen
 * @param kind the reason of the decision that opened it
 * @param severity how soon a person must look
 * @param content subject, labels and texts
 * @param startsAt when it began
 * @param endsAt when it ended; absent while it fires, and when it only left the group
 * @param resolution why it is over, likewise
 * @param firing whether it fires and belongs to the group
 * @param told receivers that believe that it fires, each with the substance of what it was told
 * @param quieted that a person holds it back, as the group last saw it
 */
public record Member(AlertKey alertKey, long revision, Reason kind, Severity severity, AlertContent content,
        Instant startsAt, Optional<Instant> endsAt, Optional<Reason> resolution, boolean firing,
        Map<String, String> told, Optional<Quieted> quieted) {
    /** Takes a copy. */
    public Member {
        told = Map.copyOf(told);
    }

    /** An alert, told to these. */
    static Member of(Alert alert, Map<String, String> told, Optional<Quieted> quieted) {
        Optional<AlertResolved> end = alert instanceof AlertResolved resolved
                ? Optional.of(resolved)
                : Optional.empty();
        return new Member(alert.alertKey(), alert.revision(), alert.kind(), alert.severity(), alert.content(),
                alert.startsAt(), end.map(AlertResolved::endsAt), end.map(AlertResolved::resolution), end.isEmpty(),
                told, quieted);
    }

    /** The same when it is no longer of this group, though it may fire on. */
    Member left() {
        return new Member(alertKey, revision, kind, severity, content, startsAt, endsAt, resolution, false, told,
                quieted);
    }

    Member tell(String receiver) {
        Map<String, String> next = new HashMap<>(told);
        next.put(receiver, substance());
        return withTold(next);
    }

    Member untell(String receiver) {
        Map<String, String> next = new HashMap<>(told);
        next.remove(receiver);
        return withTold(next);
    }

    private Member withTold(Map<String, String> next) {
        return new Member(alertKey, revision, kind, severity, content, startsAt, endsAt, resolution, firing, next,
                quieted);
    }

    /** The same when a person holds it back for a cause, or nobody does. */
    Member quieted(Optional<Suppression.Cause> cause) {
        return new Member(alertKey, revision, kind, severity, content, startsAt, endsAt, resolution, firing, told,
                cause.map(by -> new Quieted(by, substance())));
    }

    /** Whether a person held back exactly this, by this means, when the group last looked. */
    public boolean isQuietedAs(Suppression.Cause cause) {
        return quieted.filter(seen -> seen.cause() == cause && seen.substance().equals(substance())).isPresent();
    }

    /** The labels that matchers see. */
    public Map<String, String> labels() {
        return AlertLabels.of(kind, severity, content);
    }

    /** Whether a receiver must hear of it: it fires, and the receiver does not know, or knows something else. */
    boolean freshFor(String receiver) {
        return firing && !substance().equals(told.get(receiver));
    }

    /** What of a firing alert is worth a second message: its episode, kind, severity and the rerun it proposes. */
    private String substance() {
        return content.episode() + " " + kind + " " + severity + " "
                + content.proposal().map(RerunId::value).orElse("-");
    }

    PageItem item(PageChange change, List<Suppression> suppressions) {
        return new PageItem(alertKey, revision, change, kind, severity, content, startsAt, endsAt, resolution,
                suppressions);
    }
}
