// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Both signatures computed by their published descriptions, without the libraries that the targets use, from a request as
 * a server sees it. It is held against the published examples first.
 */
final class ReferenceSignature {
    private static final Pattern SIGNED = Pattern.compile("SignedHeaders=([a-z0-9;-]+),\\s?Signature=([0-9a-f]{64})");

    private ReferenceSignature() {}

    /** What an Authorization header says of the headers that it covers, and the signature over them. */
    record Stated(List<String> headers, String signature) {
        static Stated in(String authorization) {
            Matcher matcher = SIGNED.matcher(authorization);
            if (!matcher.find()) {
                throw new IllegalArgumentException("no signature in: " + authorization);
            }
            return new Stated(List.of(matcher.group(1).split(";")), matcher.group(2));
        }
    }

    /** Version 4 of AWS. */
    static String aws(Play.Request request, List<String> signed, String secret, String region, String service) {
        String time = request.header("x-amz-date");
        String date = time.substring(0, 8);
        String scope = String.join("/", date, region, service, "aws4_request");
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : List.of(date, region, service, "aws4_request")) {
            key = mac(key, part);
        }
        return hex(mac(key,
                String.join("\n", "AWS4-HMAC-SHA256", time, scope, hash(canonical(request, signed)))));
    }

    /** Version 3 of Alibaba Cloud. */
    static String alibaba(Play.Request request, List<String> signed, String secret) {
        return hex(mac(secret.getBytes(StandardCharsets.UTF_8),
                "ACS3-HMAC-SHA256\n" + hash(canonical(request, signed))));
    }

    /** Both build the same text of a request. */
    private static String canonical(Play.Request request, List<String> signed) {
        URI uri = URI.create(request.path());
        Map<String, String> headers = new TreeMap<>();
        signed.forEach(name -> headers.put(name.toLowerCase(Locale.ROOT),
                request.header(name).strip().replaceAll(" +", " ")));
        String query = uri.getRawQuery() == null
                ? ""
                : Stream.of(uri.getRawQuery().split("&")).sorted().collect(Collectors.joining("&"));
        return String.join("\n", request.method(), uri.getRawPath(), query,
                headers.entrySet().stream().map(header -> header.getKey() + ":" + header.getValue() + "\n")
                        .collect(Collectors.joining()),
                String.join(";", headers.keySet()), hash(request.body()));
    }

    static String hash(String text) {
        try {
            return hex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
