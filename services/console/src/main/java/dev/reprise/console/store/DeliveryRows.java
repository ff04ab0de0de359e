// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageItem;

/**
 * Writes deliveries: a page and the notification of its tries have one row, by receiver, group and revision. The topics are
 * read side by side, so either may come first, and compaction may have left one of the two.
 */
final class DeliveryRows {

    private final Sql sql;
    private final Documents documents;

    DeliveryRows(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    void write(Page page) {
        sql.later("""
                INSERT INTO deliveries (channel, group_key, revision, written_at, outcome, page)
                VALUES (?, ?, ?, ?, 'PENDING', ?)
                ON CONFLICT (channel, group_key, revision) DO UPDATE SET written_at = excluded.written_at,
                    page = excluded.page""",
                page.channel(), page.alertKey().value(), page.revision(), page.at(), documents.text(page));
        for (PageItem item : page.items()) {
            sql.later("""
                    INSERT INTO delivery_alerts (channel, group_key, revision, alert_key, instance_key)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT (channel, group_key, revision, alert_key) DO NOTHING""",
                    page.channel(), page.alertKey().value(), page.revision(), item.alertKey().value(),
                    new InstanceId(item.content().job(), item.content().partition()).key());
        }
    }

    void write(Notification notification) {
        sql.later("""
                INSERT INTO deliveries (channel, group_key, revision, written_at, outcome, tried_at, notification)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (channel, group_key, revision) DO UPDATE SET outcome = excluded.outcome,
                    tried_at = excluded.tried_at, notification = excluded.notification
                WHERE deliveries.tried_at IS NULL OR excluded.tried_at >= deliveries.tried_at""",
                notification.channel(), notification.alertKey().value(), notification.revision(), notification.at(),
                notification.outcome().name(), notification.at(), documents.text(notification));
    }

    void prune(Instant before) {
        sql.update("""
                DELETE FROM delivery_alerts WHERE (channel, group_key, revision) IN (SELECT channel, group_key, revision
                    FROM deliveries WHERE written_at < ?)""", before);
        sql.update("DELETE FROM deliveries WHERE written_at < ?", before);
    }
}
