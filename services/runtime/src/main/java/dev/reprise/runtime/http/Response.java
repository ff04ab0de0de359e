// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The answer to a request.
 *
 * @param status HTTP status
 * @param headers headers besides the content type
 * @param body what is sent
 * @param cookies values of Set-Cookie, each a header of its own
 */
public record Response(int status, Map<String, String> headers, Body body, List<String> cookies) {

    /** What is sent. */
    public sealed interface Body {

        /** Nothing. */
        record Empty() implements Body {}

        /** Bytes as they are; the array is not copied. */
        record Bytes(String contentType, byte[] content) implements Body {}

        /** A value written as JSON when it is sent. */
        record Json(String contentType, Object value) implements Body {}
    }

    /** Takes copies. */
    public Response {
        headers = Map.copyOf(headers);
        cookies = List.copyOf(cookies);
    }

    /** An answer without cookies. */
    public Response(int status, Map<String, String> headers, Body body) {
        this(status, headers, body, List.of());
    }

    /** Status 200 with a value written as JSON. */
    public static Response json(Object value) {
        return json(200, value);
    }

    /** A value written as JSON. */
    public static Response json(int status, Object value) {
        return new Response(status, Map.of(), new Body.Json("application/json", value));
    }

    /** A body without further encoding. */
    public static Response bytes(int status, String contentType, byte[] content) {
        return new Response(status, Map.of(), new Body.Bytes(contentType, content));
    }

    /** Text in UTF-8; {@code contentType} without a charset, such as {@code text/html}. */
    public static Response text(int status, String contentType, String content) {
        return bytes(status, contentType + "; charset=utf-8", content.getBytes(StandardCharsets.UTF_8));
    }

    /** A status without a body, such as 202 or 204. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), new Body.Empty());
    }

    /** A problem, as {@code application/problem+json}. */
    public static Response problem(Problem problem) {
        return new Response(problem.status(), Map.of(), new Body.Json("application/problem+json", problem));
    }

    /** Sends the client to another address with status 303. */
    public static Response seeOther(String location) {
        return empty(303).with("Location", location);
    }

    /** The same answer with one header more. */
    public Response with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Response(status, more, body, cookies);
    }

    /** The same answer with one cookie more. */
    Response cookie(String value) {
        return new Response(status, headers, body, Stream.concat(cookies.stream(), Stream.of(value)).toList());
    }
}
