// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.ChatSpec;

/**
 * Tells the robot of a chat program. A bulletin that is too large is told shorter, and says what is left out; the same
 * body is never sent twice to a program that calls it too long.
 *
 * <p>At least once, and the program deduplicates nothing: when an answer is lost, the message is seen twice.
 */
public final class ChatChannel implements Channel {
    private final ChatSpec spec;
    private final Bulletins bulletins;
    private final ChatFormat format;
    private final JsonMapper mapper;
    private final InstantSource clock;
    private final HttpPost http;

    /**
     * Opens nothing yet.
     *
     * @param spec the robot
     * @param links where readers find more
     * @param mapper writes bodies
     * @param clock for signatures and dates in answers
     */
    public ChatChannel(ChatSpec spec, Links links, JsonMapper mapper, InstantSource clock) {
        this.spec = spec;
        this.bulletins = new Bulletins(spec.language(), links);
        this.mapper = mapper;
        this.clock = clock;
        this.format = switch (spec.kind()) {
            case SLACK -> new SlackFormat(mapper);
            case TEAMS -> new TeamsFormat(mapper);
            case DINGTALK -> new DingTalkFormat(mapper, spec.secret(), spec.keyword());
            case FEISHU -> new FeishuFormat(mapper, spec.secret(), spec.keyword());
            case WECOM -> new WeComFormat(mapper);
        };
        this.http = new HttpPost(spec.timeout(), spec.allowLoopback());
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        Instant now = clock.instant();
        Optional<byte[]> body = fitting(bulletins.of(delivery), now);
        if (body.isEmpty()) {
            return new Refused("the message would exceed what " + spec.type() + " takes: its names are too long");
        }
        Map<String, String> headers = Map.of("content-type", "application/json; charset=utf-8");
        return switch (http.ask(format.target(spec.address(), now), headers, body.get())) {
            case Outcome.NoAnswer(AttemptResult result) -> result;
            case Outcome.Answer answer -> format.judge(answer, clock.instant());
        };
    }

    /** The most generous form that fits. */
    private Optional<byte[]> fitting(Bulletin bulletin, Instant now) {
        for (Bulletin.Brevity brevity : Bulletin.STEPS) {
            Optional<ObjectNode> body = format.body(bulletin.within(brevity), now);
            if (body.isPresent()) {
                byte[] bytes = mapper.writeValueAsBytes(body.get());
                if (bytes.length <= format.mostBytes()) {
                    return Optional.of(bytes);
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        http.close();
    }
}
