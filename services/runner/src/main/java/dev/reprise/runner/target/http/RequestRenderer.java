// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

import dev.reprise.runner.target.Placeholders;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Template;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.job.TargetSpec;

/**
 * Turns a specification into a request. Every value is escaped for the place it goes to, so that no partition name can
 * become a path, a header or a field.
 */
final class RequestRenderer {
    private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH");
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");
    /** What the client sets itself, or what would change where the message ends. */
    private static final Set<String> RESERVED = Set.of("connection", "content-length", "expect", "host", "upgrade",
            "transfer-encoding");
    private static final String UNRESERVED = "-._~";
    private static final List<String> DOTS = List.of(".", "..");

    private final TargetSpec.Http spec;
    private final Placeholders placeholders;
    private final Secrets secrets;
    private final TargetRequest request;

    RequestRenderer(TargetSpec.Http spec, Secrets secrets, TargetRequest request) {
        this.spec = spec;
        this.placeholders = new Placeholders(request);
        this.secrets = secrets;
        this.request = request;
    }

    /**
     * The request that asks for the rerun.
     *
     * @throws TargetRefusedException naming the field and the fix
     */
    HttpRequest call(Duration timeout) {
        String method = spec.method().toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            throw new TargetRefusedException("method is " + spec.method() + ": use POST, PUT or PATCH");
        }
        Map<String, String> headers = headers();
        spec.idempotencyKeyHeader()
                .ifPresent(name -> headers.put(name("idempotencyKeyHeader", name), request.rerunId().value()));
        return build(method, uri("url", spec.url()), headers, "body", spec.body(), timeout);
    }

    /**
     * The request that shows the target the token; empty where the specification has none.
     *
     * @throws TargetRefusedException naming the field and the fix
     */
    Optional<HttpRequest> fence(Duration timeout) {
        return spec.fence().map(fence -> build(fence.method(), uri("fence.url", fence.url()), headers(), "fence.body",
                fence.body(), timeout));
    }

    /**
     * The request that asks for the run under our own id; empty where the specification has none.
     *
     * @throws TargetRefusedException naming the field and the fix
     */
    Optional<HttpRequest> query(Duration timeout) {
        return spec.query().map(query -> {
            HttpRequest.Builder builder = HttpRequest.newBuilder(uri("query.url", query.url())).timeout(timeout).GET();
            Map<String, String> headers = headers();
            headers.remove("Content-Type");
            headers.forEach(builder::setHeader);
            return builder.build();
        });
    }

    private HttpRequest build(String method, URI uri, Map<String, String> headers, String field, Optional<String> text,
            Duration timeout) {
        Optional<String> body = text
                .map(template -> render(field, Template.of(template), bodyEscape(headers.get("Content-Type"))));
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri).timeout(timeout).method(method,
                body.map(rendered -> HttpRequest.BodyPublishers.ofString(rendered, StandardCharsets.UTF_8))
                        .orElseGet(HttpRequest.BodyPublishers::noBody));
        headers.forEach(builder::setHeader);
        if (body.isPresent() && !headers.containsKey("Content-Type")) {
            builder.setHeader("Content-Type", "application/json");
        }
        return builder.build();
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        spec.headers().forEach((name, text) -> {
            String field = "headers." + name;
            String value = render(field, Template.of(text), UnaryOperator.identity());
            if (value.chars().anyMatch(letter -> letter != '\t' && (letter < ' ' || letter > '~'))) {
                throw new TargetRefusedException(
                        field + " has a character that may not stand in a header: a line break,"
                                + " a control character or a letter outside ASCII");
            }
            headers.put(name("headers", name), value);
        });
        request.traceparent().ifPresent(traceparent -> headers.putIfAbsent(Traceparent.HEADER, traceparent.toString()));
        return headers;
    }

    private static String name(String field, String name) {
        if (!HEADER_NAME.matcher(name).matches()) {
            throw new TargetRefusedException(
                    field + " has a name that is no header name: use letters, digits and hyphens, no placeholders");
        }
        if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new TargetRefusedException(field + "." + name + " is set by the runner itself: remove it");
        }
        return name;
    }

    private URI uri(String field, String text) {
        String rendered = render(field, Template.of(text), RequestRenderer::percentEncode);
        try {
            URI uri = new URI(rendered);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!List.of("http", "https").contains(scheme) || uri.getHost() == null) {
                throw new TargetRefusedException(field + " is no absolute http or https address");
            }
            if (uri.getRawUserInfo() != null) {
                throw new TargetRefusedException(field + " has a user name in it: use an Authorization header");
            }
            if (Stream.of(uri.getRawPath().split("/")).anyMatch(DOTS::contains)) {
                throw new TargetRefusedException(field + " has . or .. as a step of its path, which a server would"
                        + " follow: correct it, or the value that is put in there");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new TargetRefusedException(field + " is no address: " + e.getReason());
        }
    }

    private String render(String field, Template template, UnaryOperator<String> escape) {
        try {
            return template.render(placeholders, secrets, escape);
        } catch (TargetRefusedException e) {
            throw e.in(field);
        }
    }

    private static UnaryOperator<String> bodyEscape(@Nullable String contentType) {
        String type = contentType == null ? "application/json" : contentType.toLowerCase(Locale.ROOT);
        if (type.contains("json")) {
            return text -> new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
        }
        return type.startsWith("application/x-www-form-urlencoded")
                ? RequestRenderer::percentEncode
                : UnaryOperator.identity();
    }

    /** All but the unreserved characters (RFC 3986, section 2.3): a slash in a value is never a path. */
    private static String percentEncode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (octet & 0xff);
            boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter) || UNRESERVED.indexOf(letter) >= 0);
            encoded.append(plain ? String.valueOf(letter) : String.format(Locale.ROOT, "%%%02X", (int) letter));
        }
        return encoded.toString();
    }
}
