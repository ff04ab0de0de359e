// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

import dev.reprise.notifier.message.Language;

/** A chat program whose robot is told, with what the program takes from one robot in a minute. */
public enum ChatKind {
    /** Slack, incoming webhook: one message a second, short bursts. */
    SLACK(60, 5, 65, Language.EN),
    /** Microsoft Teams, Workflows webhook. */
    TEAMS(60, 4, 240, Language.EN),
    /** DingTalk custom robot: more than 20 a minute and it is banned for ten. */
    DINGTALK(15, 5, 20, Language.ZH),
    /** Feishu or Lark custom robot: 100 a minute, 5 a second. */
    FEISHU(60, 5, 100, Language.ZH),
    /** WeCom group robot: 20 a minute. */
    WECOM(15, 5, 20, Language.ZH);

    private final int perMinute;
    private final int burst;
    private final int most;
    private final Language language;

    ChatKind(int perMinute, int burst, int most, Language language) {
        this.perMinute = perMinute;
        this.burst = burst;
        this.most = most;
        this.language = language;
    }

    /**
     * Reads the type of a receiver.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    @JsonCreator
    public static ChatKind parse(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected slack, teams, dingtalk, feishu or wecom"));
    }

    /** The form that {@link #parse} reads. */
    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The pace that its robot bears. */
    public Pace pace() {
        return new Pace(perMinute, burst, Duration.ofHours(1));
    }

    /** Most messages that its robot takes in any minute. */
    public int mostInAMinute() {
        return most;
    }

    /** Whether messages may be signed. */
    public boolean signs() {
        return this == DINGTALK || this == FEISHU;
    }

    /** The language where none is given. */
    public Language language() {
        return language;
    }
}
