// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.schemas.alert.AlertContent;

/**
 * Where a reader finds more, as templates: {@code {namespace}}, {@code {name}} and {@code {partition}} are replaced, each
 * percent-encoded.
 *
 * @param instance the page of an instance, such as
 *        <code>https://reprise.example.org/instances/{namespace}/{name}/{partition}</code>
 */
public record Links(Optional<String> instance) {
    /** No links. */
    public static final Links NONE = new Links(Optional.empty());
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    private static final Set<String> KNOWN = Set.of("namespace", "name", "partition");

    /**
     * Checks the template.
     *
     * @throws ConfigException naming what is wrong with it
     */
    public Links {
        instance.ifPresent(Links::check);
    }

    /** As configured; what is absent is no link. */
    @JsonCreator
    public static Links of(@Nullable String instance) {
        return new Links(Optional.ofNullable(instance));
    }

    private static void check(String template) {
        java.util.regex.Matcher places = PLACE.matcher(template);
        while (places.find()) {
            if (!KNOWN.contains(places.group(1))) {
                throw ConfigException.of("instance", "has the unknown place {" + places.group(1) + "}",
                        "use {namespace}, {name} and {partition}");
            }
        }
        try {
            URI example = URI.create(PLACE.matcher(template).replaceAll("x"));
            if (example.getHost() != null && Set.of("http", "https").contains(example.getScheme())) {
                return;
            }
        } catch (IllegalArgumentException _) {
            // told below, as every other text that is no address
        }
        throw ConfigException.of("instance", "expected an http or https URL with a host",
                "write it as https://host/path/{namespace}/{name}/{partition}");
    }

    /** The page of the instance that an alert is about. */
    public Optional<URI> instance(AlertContent content) {
        return instance.map(template -> URI.create(template.replace("{namespace}", encode(content.job().namespace()))
                .replace("{name}", encode(content.job().name()))
                .replace("{partition}", encode(content.partition().value()))));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
