// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.message.Escape;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Placeholder;
import dev.reprise.notifier.message.Template;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.match.Matcher;

/**
 * Whoever takes a POST and has no channel of its own: what is sent are templates with a fixed list of places.
 *
 * @param name the receiver
 * @param url where to post, a template after its host; a secret, since it often holds a token
 * @param contentType what the body is, which says how values are escaped: JSON, a form, or plain text (default
 *        {@code application/json})
 * @param headers further headers, templates
 * @param body the body, a template
 * @param secrets values for <code>{{secret.NAME}}</code>
 * @param mostBytes largest body, in bytes, 256 to 1048576 (default 20000); a message that is larger is told shorter
 * @param success by what an answer is known to be a success (default any 2xx)
 * @param language of the texts (default en)
 * @param timeout how long one try may take, 100ms to 2m (default 15s)
 * @param allowLoopback whether the address may be this machine (default false)
 * @param pace how fast and how long (default 60 a minute and 20 at once)
 * @param match which alerts concern it
 */
@JsonIgnoreProperties("type") // read as the kind of receiver, before this record is made
@JsonTypeName("template")
public record TemplateSpec(String name, Secret url, String contentType, Map<String, Secret> headers, Secret body,
        Map<String, Secret> secrets, int mostBytes, Success success, Language language, Duration timeout,
        boolean allowLoopback, Pace pace, List<Matcher> match) implements ReceiverSpec {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);
    private static final int DEFAULT_BYTES = 20_000;
    private static final int FEWEST_BYTES = 256;
    private static final int MOST_BYTES = 1_048_576;
    private static final Pattern PRINTABLE = Pattern.compile("[ -~]{1,200}");
    /** A place within the host would let an alert choose who is told. */
    private static final Pattern FIXED_HOST = Pattern.compile("(?i)https?://[^/?#{}]+([/?].*)?");

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public TemplateSpec {
        headers = Map.copyOf(headers);
        secrets = Map.copyOf(secrets);
        match = List.copyOf(match);
        Checks checks = new Checks();
        checks.name(name);
        checks.timeout("timeout", timeout);
        checks.headers(headers);
        if (mostBytes < FEWEST_BYTES || mostBytes > MOST_BYTES) {
            checks.problem("most-bytes", "expected " + FEWEST_BYTES + " to " + MOST_BYTES + ", found " + mostBytes,
                    "give what the receiver takes");
        }
        checkUrl(checks, url, secrets);
        for (Map.Entry<String, Secret> header : headers.entrySet()) {
            fillable(checks, "headers." + header.getKey(), header.getValue(), secrets);
        }
        secrets.forEach((secret, value) -> {
            if (value.isBlank() || value.reveal().chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
                checks.problem("secrets." + secret, "is empty, or has a character other than printable ASCII",
                        "give it as it was issued");
            }
        });
        checkBody(checks, contentType, body, secrets);
        checks.throwIfAny();
    }

    private static void checkUrl(Checks checks, Secret url, Map<String, Secret> secrets) {
        if (fillable(checks, "url", url, secrets)) {
            Template template = Template.of(url.reveal());
            String head = template.head();
            boolean whole = head.length() == url.reveal().length();
            if (!FIXED_HOST.matcher(head).matches() || !whole && !head.matches("(?i)https?://[^/?]+[/?].*")) {
                checks.problem("url", "expected an http or https URL whose host holds no placeholder",
                        "write it as https://host/path, with placeholders in path and query");
            } else {
                checks.secretUrl("url", Secret.of(template.example()));
            }
        }
    }

    private static void checkBody(Checks checks, String contentType, Secret body, Map<String, Secret> secrets) {
        Optional<Escape> escape = Escape.ofBody(contentType);
        if (escape.isEmpty() || !PRINTABLE.matcher(contentType).matches()) {
            checks.problem("content-type", "expected JSON, a form or plain text",
                    "use application/json, application/x-www-form-urlencoded or text/plain");
        }
        if (body.isBlank()) {
            checks.problem("body", "is missing", "write what the receiver takes, such as '{\"text\": \"{{text}}\"}'");
        } else if (fillable(checks, "body", body, secrets) && escape.equals(Optional.of(Escape.JSON))
                && !isJson(Template.of(body.reveal()).example())) {
            checks.problem("body", "is no JSON once its placeholders are filled in",
                    "put quotes around all but " + String.join(", ", Placeholder.NEW.text(),
                            Placeholder.STILL.text(), Placeholder.RESOLVED.text()));
        }
    }

    private static boolean fillable(Checks checks, String path, Secret text, Map<String, Secret> secrets) {
        Optional<String> problem = Template.of(text.reveal()).problem(secrets.keySet());
        problem.ifPresent(found -> checks.problem(path, found, "use one of " + String.join(", ", Placeholder.names())
                + ", or " + Template.SECRET + " and a name of secrets"));
        return problem.isEmpty();
    }

    private static boolean isJson(String text) {
        try {
            return JsonMapper.shared().readTree(text).isContainer();
        } catch (JacksonException _) {
            return false;
        }
    }

    /** As configured; what is absent takes its default, what must be given and is absent is a problem. */
    @JsonCreator
    public TemplateSpec(@Nullable String name, @Nullable Secret url, @Nullable String contentType,
            @Nullable Map<String, Secret> headers, @Nullable Secret body, @Nullable Map<String, Secret> secrets,
            @Nullable Integer mostBytes, @Nullable Success success, @Nullable Language language,
            @Nullable Duration timeout, @Nullable Boolean allowLoopback, @Nullable Pace pace,
            @Nullable List<Matcher> match) {
        this(name == null ? "" : name, url == null ? Secret.of("") : url,
                contentType == null ? "application/json" : contentType, headers == null ? Map.of() : headers,
                body == null ? Secret.of("") : body, secrets == null ? Map.of() : secrets,
                mostBytes == null ? DEFAULT_BYTES : mostBytes.intValue(), success == null ? Success.ANY_2XX : success,
                language == null ? Language.EN : language, timeout == null ? DEFAULT_TIMEOUT : timeout,
                allowLoopback != null && allowLoopback, pace == null ? Pace.DEFAULT : pace,
                match == null ? List.of() : match);
    }

    @Override
    public String type() {
        return "template";
    }
}
