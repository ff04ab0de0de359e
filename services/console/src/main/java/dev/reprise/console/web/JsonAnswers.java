// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.schemas.wire.WireCodec;

/** Values as JSON in the form of the contract. Safe for use by many threads. */
public final class JsonAnswers {

    private static final int TAG_LENGTH = 32;

    private final WireCodec codec;

    /** Writes with the contract's settings, so that the API and the topics say the same of the same. */
    public JsonAnswers(WireCodec codec) {
        this.codec = codec;
    }

    /** Bytes of JSON. */
    public byte[] bytes(Object value) {
        return codec.mapper().writeValueAsBytes(value);
    }

    /** An answer that is not kept. */
    public Response of(int status, Object value) {
        return Response.bytes(status, WireCodec.JSON, bytes(value));
    }

    /** A refusal with members of its own (RFC 9457, section 3.2). */
    public Response problem(int status, Object problem) {
        return Response.bytes(status, "application/problem+json", bytes(problem));
    }

    /** One resource with its entity tag, or status 304 when the caller has it already. */
    public Response tagged(Request request, Object value) {
        byte[] body = bytes(value);
        String tag = tagOf(body);
        boolean known = request.header("If-None-Match").stream()
                .flatMap(tags -> List.of(tags.split(",", -1)).stream()).map(String::strip)
                .anyMatch(each -> each.equals(tag) || each.equals("W/" + tag) || each.equals("*"));
        Response answer = known ? Response.empty(304) : Response.bytes(200, WireCodec.JSON, body);
        return answer.with("ETag", tag).with("Cache-Control", "no-cache");
    }

    /**
     * Goes on only if the caller has seen a resource as it is now, where the caller says what it has seen.
     *
     * @throws ProblemException with status 412 if {@code If-Match} names other states of it
     */
    public void requireSeen(Request request, Supplier<?> resource) {
        Optional<String> seen = request.header("If-Match");
        if (seen.isEmpty() || seen.get().strip().equals("*")) {
            return;
        }
        String tag = tag(resource.get());
        if (List.of(seen.get().split(",", -1)).stream().map(String::strip).noneMatch(tag::equals)) {
            throw new ProblemException(Problem.of(412, "it has changed since you looked")
                    .as("urn:reprise:stale-revision", "Stale revision").in("If-Match")
                    .fixedBy("read it again, decide again, and send its new ETag"));
        }
    }

    /**
     * Goes on only if what a caller has seen still holds, where the caller says what it has seen: {@code If-Match} with
     * the revision in quotes, or {@code If-None-Match: *} for nothing at all.
     *
     * @param revision of what holds now; empty for nothing
     * @throws ProblemException with status 412 if it is another
     */
    public void requireRevision(Request request, Optional<String> revision) {
        String now = revision.map(each -> '"' + each + '"').orElse("");
        boolean matches = request.header("If-Match").map(String::strip)
                .map(seen -> seen.equals("*")
                        ? revision.isPresent()
                        : List.of(seen.split(",", -1)).stream().map(String::strip).anyMatch(now::equals))
                .orElse(true);
        boolean absent = request.header("If-None-Match").map(String::strip).filter("*"::equals).isEmpty()
                || revision.isEmpty();
        if (!matches || !absent) {
            throw new ProblemException(Problem.of(412, "somebody has changed it since you looked")
                    .as("urn:reprise:stale-revision", "Stale revision").in(matches ? "If-None-Match" : "If-Match")
                    .fixedBy("read it again and decide again"));
        }
    }

    /** The entity tag of a resource. */
    public String tag(Object value) {
        return tagOf(bytes(value));
    }

    private static String tagOf(byte[] body) {
        return "\"" + hash(body) + "\"";
    }

    /** A hash of content, in hexadecimal. */
    public static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)).substring(0,
                    TAG_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
