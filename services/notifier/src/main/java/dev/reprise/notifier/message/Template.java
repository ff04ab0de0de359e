// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.wire.Nearest;

/**
 * A text with places for values, <code>{{headline}}</code> or <code>{{secret.token}}</code>. It is cut into parts once, so that nothing
 * inside a value is ever read as a place.
 */
public final class Template {
    /** What the name of a secret begins with. */
    public static final String SECRET = "secret.";
    private static final Pattern PLACE = Pattern.compile("\\{\\{\\s*([^{}]*?)\\s*}}");

    private final List<Part> parts;

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Place(String name) implements Part {}
    }

    private Template(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** Cuts a text into its parts; {@link #problem} says whether it can be filled. */
    public static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PLACE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            parts.add(new Part.Literal(text.substring(end, matcher.start())));
            parts.add(new Part.Place(matcher.group(1)));
            end = matcher.end();
        }
        parts.add(new Part.Literal(text.substring(end)));
        return new Template(parts);
    }

    /** What is before its first place. */
    public String head() {
        return parts.getFirst() instanceof Part.Literal(String text) ? text : "";
    }

    /** What is wrong with it: a place that is unknown, or that does not end. */
    public Optional<String> problem(Set<String> secrets) {
        return parts.stream().flatMap(part -> switch (part) {
            case Part.Literal(String text) -> text.contains("{{")
                    ? Optional.of("has {{ without a name and }}").stream()
                    : Optional.<String>empty().stream();
            case Part.Place(String name) -> unknown(name, secrets).stream();
        }).findFirst();
    }

    private static Optional<String> unknown(String name, Set<String> secrets) {
        boolean known = name.startsWith(SECRET)
                ? secrets.contains(name.substring(SECRET.length()))
                : Placeholder.named(name).isPresent();
        return known
                ? Optional.empty()
                : Optional.of("names the unknown place {{" + name + "}}"
                        + Nearest.of(name, Placeholder.names()).map(near -> ": did you mean {{" + near + "}}?")
                                .orElse(""));
    }

    /** The text as it could look: a number for each number, a letter for each other value. */
    public String example() {
        return fill(name -> Placeholder.named(name).filter(Placeholder::number).isPresent() ? "1" : "x");
    }

    /**
     * The text with its values put in.
     *
     * @param delivery what is told
     * @param bulletin the same in words
     * @param secrets by name
     * @param escape what each value goes through; the text around them stays as it is
     */
    public String render(Delivery delivery, Bulletin bulletin, Map<String, Secret> secrets, Escape escape) {
        return fill(name -> escape.apply(value(name, delivery, bulletin, secrets)));
    }

    private static String value(String name, Delivery delivery, Bulletin bulletin, Map<String, Secret> secrets) {
        Secret secret = name.startsWith(SECRET) ? secrets.get(name.substring(SECRET.length())) : null;
        return secret != null
                ? secret.reveal()
                : Placeholder.named(name).map(place -> place.value(delivery, bulletin))
                        .orElseThrow(() -> new IllegalArgumentException("no place of that name"));
    }

    private String fill(Function<String, String> values) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(switch (part) {
                case Part.Literal(String literal) -> literal;
                case Part.Place(String name) -> values.apply(name);
            });
        }
        return text.toString();
    }
}
