// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rules;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.notifier.group.Hush;
import dev.reprise.notifier.group.Member;
import dev.reprise.notifier.subscription.Subscriptions;
import dev.reprise.notifier.subscription.Watchdog;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.silence.Silence;

/** All rules in force at a moment. Immutable; another version is another set of rules. */
public final class Rules implements Hush {
    private final long version;
    private final Subscriptions subscriptions;
    private final String digest;
    private final List<Read> silences;
    private final Map<AlertKey, Acknowledgement> taken;
    private final Inhibition inhibition;

    private record Read(Silence silence, List<Matcher> matchers) {}

    Rules(long version, Subscriptions subscriptions, List<Silence> silences, Map<AlertKey, Acknowledgement> taken,
            Inhibition inhibition) {
        this.version = version;
        this.subscriptions = subscriptions;
        this.digest = subscriptions.digest();
        this.silences = silences.stream()
                .map(each -> new Read(each, each.matchers().stream().map(Matcher::parse).toList())).toList();
        this.taken = Map.copyOf(taken);
        this.inhibition = inhibition;
    }

    /** Subscriptions alone. */
    public static Rules of(Subscriptions subscriptions) {
        return new Rules(0, subscriptions, List.of(), Map.of(), Inhibition.NONE);
    }

    /** Rises with every change, within one process. */
    public long version() {
        return version;
    }

    /** Who is told. */
    public Subscriptions subscriptions() {
        return subscriptions;
    }

    /** The same for equal subscriptions. */
    public String digest() {
        return digest;
    }

    @Override
    public List<Suppression> of(Member member, Instant now) {
        List<Suppression> found = new ArrayList<>();
        if (member.kind() == Watchdog.KIND) {
            return found; // its silence is the alarm
        }
        Acknowledgement ack = taken.get(member.alertKey());
        if (ack != null && now.isBefore(ack.expiresAt())
                && (member.revision() <= ack.revision() || member.isQuietedAs(Suppression.Cause.ACKNOWLEDGED))) {
            found.add(new Suppression(Suppression.Cause.ACKNOWLEDGED, ack.actor(), Optional.of(ack.expiresAt())));
        }
        if (silences.isEmpty() && inhibition == Inhibition.NONE) {
            return found;
        }
        Map<String, String> labels = member.labels();
        silences.stream()
                .filter(each -> each.silence().activeAt(now)
                        && each.matchers().stream().allMatch(matcher -> matcher.matches(labels)))
                .findFirst().ifPresent(each -> found.add(new Suppression(Suppression.Cause.SILENCED,
                        each.silence().id(), Optional.of(each.silence().endsAt()))));
        inhibition.sourceOf(member.alertKey(), labels)
                .ifPresent(source -> found.add(new Suppression(Suppression.Cause.INHIBITED, source.value(),
                        Optional.empty())));
        return found;
    }
}
