// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.runtime.http.Response;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Wording;

/**
 * Scripts and styles of the pages, in memory. Their version is a hash of all of them and part of their address, so that a
 * browser may keep them for ever, and a new release is never mixed with an old one.
 */
final class Assets {

    /** Everything that a page takes; a file that is not named here is not served. */
    static final List<String> FILES = List.of("app.css", "main.js", "api.js", "live.js", "data.js", "route.js",
            "words.js", "en.js", "zh.js", "format.js", "parts.js", "dialogs.js", "evidence.js", "keys.js",
            "overview.js", "grid.js", "instance.js", "instances.js", "approvals.js", "alerts.js", "deliveries.js",
            "silences.js", "subscriptions.js", "storms.js",
            "jobs.js", "controls.js", "records.js", "system.js");
    /** Preact with hooks and htm, one module, from the WebJar org.mvnpm:htm. */
    static final String PREACT = "preact.js";
    /** The Chinese words of reasons and statements, one module, written from the contract that the other services read. */
    static final String CHINESE = "chinese.js";
    private static final String PREACT_SOURCE = "/META-INF/resources/_static/htm/3.1.1/preact/standalone.module.js";
    private static final int VERSION_LENGTH = 16;

    private final Map<String, byte[]> contents = new LinkedHashMap<>();
    private final String version;

    /** Reads all of them. */
    Assets() {
        FILES.forEach(file -> contents.put(file, load(file)));
        contents.put(PREACT, load(PREACT_SOURCE));
        contents.put(CHINESE, chinese().getBytes(StandardCharsets.UTF_8));
        version = version(contents);
    }

    String version() {
        return version;
    }

    /** The bytes of a file. */
    Optional<byte[]> content(String file) {
        return Optional.ofNullable(contents.get(file));
    }

    /** The file as an answer that is valid for ever. */
    Optional<Response> answer(String file) {
        String type = file.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
        return content(file).map(content -> Response.bytes(200, type, content)
                .with("Cache-Control", "public, max-age=31536000, immutable").with("ETag", "\"" + version + "\""));
    }

    /** A resource beside this class, as text. */
    static String text(String name) {
        return new String(load(name), StandardCharsets.UTF_8);
    }

    private static String chinese() {
        JsonMapper mapper = JsonMapper.shared();
        return "export const reasons = "
                + mapper.writeValueAsString(Arrays.stream(Reason.values()).collect(toOrderedMap(Reason::chinese)))
                + ";\nexport const wordings = " + mapper.writeValueAsString(Arrays.stream(Wording.values())
                        .filter(wording -> wording != Wording.UNRECOGNISED).collect(toOrderedMap(Wording::chineseText)))
                + ";\n";
    }

    private static <E extends Enum<E>> Collector<E, ?, Map<String, String>> toOrderedMap(Function<E, String> text) {
        return Collectors.toMap(Enum::name, text, (one, _) -> one, LinkedHashMap::new);
    }

    private static byte[] load(String name) {
        try (InputStream stream = Assets.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing from the class path");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String version(Map<String, byte[]> contents) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            contents.forEach((file, content) -> {
                digest.update(file.getBytes(StandardCharsets.UTF_8));
                digest.update(content);
            });
            return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
