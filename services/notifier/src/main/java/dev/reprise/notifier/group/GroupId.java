// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.match.AlertLabels;

/**
 * Which group of which subscription.
 *
 * @param subscription the subscription
 * @param pages the key of its pages: that of the alert, for a receiver that no subscription names; else
 *        {@code GROUP/subscription/...} with the values that the alerts have in common
 */
public record GroupId(String subscription, AlertKey pages) {
    private static final String GROUP = "GROUP/";
    private static final int LONGEST = 512;
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");
    private static final int HASH_BYTES = 8;

    /** The group of an alert. */
    public static GroupId of(Subscription subscription, boolean implied, Alert alert) {
        return of(subscription, implied, alert, AlertLabels.of(alert));
    }

    /** The same of an alert whose labels are known already. */
    public static GroupId of(Subscription subscription, boolean implied, Alert alert, Map<String, String> labels) {
        if (implied) {
            return new GroupId(subscription.name(), alert.alertKey());
        }
        String rest = subscription.grouping().each()
                ? alert.alertKey().value()
                : text(subscription.grouping().values(alert, labels));
        return new GroupId(subscription.name(), new AlertKey(GROUP + subscription.name() + "/" + rest));
    }

    /** The group that a notification to a receiver is about. */
    public static GroupId of(String receiver, AlertKey pages) {
        if (!pages.value().startsWith(GROUP)) {
            return new GroupId(receiver, pages);
        }
        int end = pages.value().indexOf('/', GROUP.length());
        return new GroupId(end < 0 ? receiver : pages.value().substring(GROUP.length(), end), pages);
    }

    /** The Kafka key. */
    public String key() {
        return subscription + "|" + pages.value();
    }

    private static String text(Map<String, String> values) {
        if (values.isEmpty()) {
            return "all";
        }
        String joined = values.entrySet().stream().map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(","));
        String text = CONTROLS.matcher(joined).replaceAll(" ").strip();
        // Cut for the eye, hashed so that two long ones stay apart.
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "#" + hash(text);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
