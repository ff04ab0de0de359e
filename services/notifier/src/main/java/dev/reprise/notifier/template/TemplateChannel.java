// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.template;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Escape;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.message.Template;
import dev.reprise.notifier.receiver.TemplateSpec;

/**
 * Posts what templates say of a message. Each value is escaped for the place it goes to, so that no name of a job can
 * become a field, a header or a path; a message that would be too large is told shorter.
 *
 * <p>At least once: when an answer is lost, the same message comes again, with the same {@code id}.
 */
public final class TemplateChannel implements Channel {
    /** What servers take of an address and of all headers. */
    private static final int MOST_HEAD = 8_000;

    private final TemplateSpec spec;
    private final Bulletins bulletins;
    private final JsonMapper mapper;
    private final InstantSource clock;
    private final HttpPost http;
    private final Escape escape;
    private final Template url;
    private final Template body;
    private final Map<String, Template> headers = new HashMap<>();

    /** What is sent. */
    private record Rendered(URI url, Map<String, String> headers, byte[] body) {}

    /**
     * Opens nothing yet.
     *
     * @param spec the receiver
     * @param links where readers find more
     * @param mapper reads answers
     * @param clock for dates in answers
     */
    public TemplateChannel(TemplateSpec spec, Links links, JsonMapper mapper, InstantSource clock) {
        this.spec = spec;
        this.bulletins = new Bulletins(spec.language(), links);
        this.mapper = mapper;
        this.clock = clock;
        this.http = new HttpPost(spec.timeout(), spec.allowLoopback());
        this.escape = Escape.ofBody(spec.contentType()).orElseThrow();
        this.url = Template.of(spec.url().reveal());
        this.body = Template.of(spec.body().reveal());
        spec.headers().forEach((name, value) -> headers.put(name, Template.of(value.reveal())));
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        Optional<Rendered> rendered = fitting(delivery);
        if (rendered.isEmpty()) {
            return new Refused("the message would exceed " + spec.mostBytes() + " bytes, or its address and headers "
                    + MOST_HEAD + ": shorten the templates");
        }
        Rendered call = rendered.get();
        Outcome outcome = spec.success().pointer().isPresent()
                ? http.ask(call.url(), call.headers(), call.body())
                : http.send(call.url(), call.headers(), call.body());
        return switch (outcome) {
            case Outcome.NoAnswer(AttemptResult result) -> result;
            case Outcome.Answer answer -> judge(answer);
        };
    }

    /** The most generous form that fits. */
    private Optional<Rendered> fitting(Delivery delivery) {
        Bulletin whole = bulletins.of(delivery);
        for (Bulletin.Brevity brevity : Bulletin.STEPS) {
            Rendered rendered = render(delivery, whole.within(brevity));
            int head = rendered.url().toString().length() + rendered.headers().entrySet().stream()
                    .mapToInt(header -> header.getKey().length() + header.getValue().length() + 4).sum();
            if (rendered.body().length <= spec.mostBytes() && head <= MOST_HEAD) {
                return Optional.of(rendered);
            }
        }
        return Optional.empty();
    }

    private Rendered render(Delivery delivery, Bulletin bulletin) {
        Map<String, String> filled = new HashMap<>();
        filled.put("content-type", spec.contentType());
        headers.forEach((name, value) -> filled.put(name,
                value.render(delivery, bulletin, spec.secrets(), Escape.HEADER)));
        return new Rendered(URI.create(url.render(delivery, bulletin, spec.secrets(), Escape.PERCENT)), filled,
                body.render(delivery, bulletin, spec.secrets(), escape).getBytes(StandardCharsets.UTF_8));
    }

    private AttemptResult judge(Outcome.Answer answer) {
        int status = answer.status();
        if (!spec.success().accepts(status)) {
            return status >= 200 && status < 300
                    ? unclear("answered " + status + ", which is no success here")
                    : HttpPost.unsuccessful(answer, clock.instant());
        }
        if (spec.success().pointer().isEmpty()) {
            return new Delivered(Optional.empty());
        }
        String pointer = spec.success().pointer().get();
        JsonNode found;
        try {
            found = mapper.readTree(answer.body()).at(pointer);
        } catch (JacksonException _) {
            return unclear("answered " + status + " and no JSON");
        }
        // What stands there may repeat what was sent: only the place is told.
        return found.isValueNode() && found.asString().equals(spec.success().value().orElse(""))
                ? new Delivered(Optional.empty())
                : unclear("answered " + status + " without the expected value at " + pointer);
    }

    /** It may have been told, and may take it later. */
    private static AttemptResult unclear(String detail) {
        return new Failed(detail, Optional.empty(), true);
    }

    @Override
    public void close() {
        http.close();
    }
}
