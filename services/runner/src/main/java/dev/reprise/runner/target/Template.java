// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of a target specification with its placeholders and secrets. It is cut into parts once, so that nothing inside a
 * value that is put in is ever read as a placeholder or as a secret.
 */
public final class Template {
    private static final Pattern PART = Pattern.compile("\\{\\{\\s*([^{}]*?)\\s*}}|\\$\\{([^{}]*)}");

    private final List<Part> parts;

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Placeholder(String name) implements Part {}

        record SecretReference(String reference) implements Part {}
    }

    private Template(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** Cuts a text into its parts. */
    public static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int end = 0;
        while (matcher.find()) {
            parts.add(new Part.Literal(text.substring(end, matcher.start())));
            String name = matcher.group(1);
            parts.add(name != null ? new Part.Placeholder(name) : new Part.SecretReference(matcher.group(2)));
            end = matcher.end();
        }
        parts.add(new Part.Literal(text.substring(end)));
        return new Template(parts);
    }

    /** Whether it has no placeholder and no secret. */
    public boolean isPlain() {
        return parts.stream().allMatch(part -> part instanceof Part.Literal);
    }

    /** Whether it has a secret. */
    public boolean hasSecret() {
        return parts.stream().anyMatch(part -> part instanceof Part.SecretReference);
    }

    /** The references of its secrets, such as {@code env:TOKEN}. */
    public List<String> secretReferences() {
        List<String> references = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.SecretReference secret) {
                references.add(secret.reference());
            }
        }
        return references;
    }

    /**
     * The text with its values put in.
     *
     * @param escape what each value goes through; the text around them stays as it is
     * @throws TargetRefusedException naming the placeholder or secret that has no value
     */
    public String render(Placeholders placeholders, Secrets secrets, UnaryOperator<String> escape) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(switch (part) {
                case Part.Literal literal -> literal.text();
                case Part.Placeholder placeholder -> escape.apply(placeholders.value(placeholder.name()));
                case Part.SecretReference secret -> escape.apply(secrets.reveal(secret.reference()));
            });
        }
        return text.toString();
    }
}
