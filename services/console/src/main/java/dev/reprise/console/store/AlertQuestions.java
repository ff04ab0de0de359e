// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.wire.WireType;

/**
 * What can be asked about alerts: who has taken them, what hides them, who is told, and what was sent. Valid as long as the
 * {@link Questions} that it came from.
 */
public final class AlertQuestions {

    private final Sql sql;
    private final Documents documents;

    AlertQuestions(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    /** Silences by id, those that have ended too, until the history forgets them. */
    public Page<Silence> silences(Optional<Cursor> after, int limit) {
        List<Silence> found = sql.query("SELECT document FROM silences WHERE id > ? ORDER BY id LIMIT ?",
                row -> documents.read(row.getString(1), Silence.class),
                after.map(cursor -> cursor.textAt(0, 1)).orElse(""), limit + 1);
        return Page.of(found, limit, last -> Cursor.of(last.id()));
    }

    /** The silences that end later than a moment. */
    public List<Silence> silencesAfter(Instant moment) {
        return sql.query("SELECT document FROM silences WHERE ends_at > ? ORDER BY id",
                row -> documents.read(row.getString(1), Silence.class), moment);
    }

    /** One silence. */
    public Optional<Silence> silence(String id) {
        return sql.first("SELECT document FROM silences WHERE id = ?",
                row -> documents.read(row.getString(1), Silence.class), id);
    }

    /** The subscriptions that people made while everything runs, by name. */
    public Page<SubscriptionRule> subscriptions(Optional<Cursor> after, int limit) {
        List<SubscriptionRule> found = sql.query(
                "SELECT document FROM subscriptions WHERE name > ? ORDER BY name LIMIT ?",
                row -> documents.read(row.getString(1), SubscriptionRule.class),
                after.map(cursor -> cursor.textAt(0, 1)).orElse(""), limit + 1);
        return Page.of(found, limit, last -> Cursor.of(last.name()));
    }

    /** One of them. */
    public Optional<SubscriptionRule> subscription(String name) {
        return sql.first("SELECT document FROM subscriptions WHERE name = ?",
                row -> documents.read(row.getString(1), SubscriptionRule.class), name);
    }

    /** How many there are. */
    public int subscriptionCount() {
        return sql.first("SELECT COUNT(*) FROM subscriptions", row -> row.getInt(1)).orElse(0);
    }

    /** The alert with a key. */
    public Optional<Alert> alert(AlertKey key) {
        return sql.first("SELECT state, document FROM alerts WHERE alert_key = ?",
                row -> alert(row.getString(1), row.getString(2)), key.value());
    }

    /** Every alert that is not over. */
    public List<Alert> allOpenAlerts() {
        return sql.query("SELECT state, document FROM alerts WHERE state <> 'resolved' ORDER BY starts_at, alert_key",
                row -> alert(row.getString(1), row.getString(2)));
    }

    /** Who has taken an alert, whether that still holds or not. */
    public Optional<Acknowledgement> acknowledgement(AlertKey key) {
        return sql.first("SELECT document FROM acknowledgements WHERE alert_key = ?",
                row -> documents.read(row.getString(1), Acknowledgement.class), key.value());
    }

    /**
     * Alerts, the newest first.
     *
     * @param states any of {@code firing}, {@code acked}, {@code resolved}; all where empty
     * @param now the time at which an acknowledgement must hold
     */
    public Page<Alert> alerts(List<String> states, Instant now, Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions();
        if (!states.isEmpty()) {
            List<String> any = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            if (states.contains("firing")) {
                any.add("state = 'firing' AND NOT " + Figures.TAKEN);
                values.add(now);
            }
            if (states.contains("acked")) {
                any.add("state = 'acked' OR state = 'firing' AND " + Figures.TAKEN);
                values.add(now);
            }
            if (states.contains("resolved")) {
                any.add("state = 'resolved'");
            }
            conditions.and("(" + String.join(" OR ", any) + ")", values.toArray());
        }
        after.ifPresent(cursor -> conditions.and("(starts_at, alert_key) < (?, ?)", cursor.numberAt(0, 2),
                cursor.textAt(1, 2)));
        List<Alert> found = sql.query("SELECT state, document FROM alerts" + conditions.where()
                + " ORDER BY starts_at DESC, alert_key DESC LIMIT ?",
                row -> alert(row.getString(1), row.getString(2)), conditions.parameters(limit + 1));
        return Page.of(found, limit, last -> Cursor.of(last.startsAt().toEpochMilli(), last.alertKey().value()));
    }

    /** The alerts about an instance that are not resolved. */
    public List<Alert> openAlerts(InstanceId instance) {
        return sql.query("""
                SELECT state, document FROM alerts WHERE instance_key = ? AND state <> 'resolved'
                ORDER BY starts_at, alert_key""", row -> alert(row.getString(1), row.getString(2)), instance.key());
    }

    /** What receivers were told, the newest first. */
    public Page<Delivery> deliveries(DeliveryFilter filter, Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions().andIfPresent("channel = ?", filter.channel())
                .andOneOf("outcome", filter.outcomes())
                .andIfPresent("(channel, group_key, revision) IN (SELECT channel, group_key, revision"
                        + " FROM delivery_alerts WHERE alert_key = ?)", filter.alert().map(AlertKey::value))
                .andIfPresent("(channel, group_key, revision) IN (SELECT channel, group_key, revision"
                        + " FROM delivery_alerts WHERE instance_key = ?)", filter.instance().map(InstanceId::key));
        after.ifPresent(cursor -> conditions.and("(written_at, channel, group_key, revision) < (?, ?, ?, ?)",
                cursor.numberAt(0, 4), cursor.textAt(1, 4), cursor.textAt(2, 4), cursor.numberAt(3, 4)));
        List<Delivery> found = sql.query("SELECT channel, group_key, revision, written_at, page, notification"
                + " FROM deliveries" + conditions.where()
                + " ORDER BY written_at DESC, channel DESC, group_key DESC, revision DESC LIMIT ?",
                row -> new Delivery(row.getString(1), new AlertKey(row.getString(2)), row.getLong(3),
                        Instant.ofEpochMilli(row.getLong(4)),
                        Optional.ofNullable(row.getString(5)).map(text -> documents.read(text,
                                dev.reprise.schemas.notification.Page.class)),
                        Optional.ofNullable(row.getString(6)).map(text -> documents.read(text, Notification.class))),
                conditions.parameters(limit + 1));
        return Page.of(found, limit, last -> Cursor.of(last.writtenAt().toEpochMilli(), last.channel(),
                last.group().value(), last.revision()));
    }

    private Alert alert(String state, String document) {
        WireType type = switch (state) {
            case "firing" -> WireType.ALERT_FIRING;
            case "acked" -> WireType.ALERT_ACKED;
            default -> WireType.ALERT_RESOLVED;
        };
        return (Alert) documents.read(document, type);
    }
}
