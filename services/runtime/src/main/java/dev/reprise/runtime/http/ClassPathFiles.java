// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Files of one folder of the class path, with a weak validator so that an unchanged one is not sent again. */
final class ClassPathFiles {

    private static final Map<String, String> TYPES = Map.ofEntries(Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"), Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"), Map.entry("json", "application/json"),
            Map.entry("yaml", "application/yaml"), Map.entry("svg", "image/svg+xml"), Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"), Map.entry("woff2", "font/woff2"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("map", "application/json"));

    private final Class<?> anchor;
    private final String folder;

    ClassPathFiles(Class<?> anchor, String folder) {
        this.anchor = anchor;
        this.folder = folder;
    }

    Response answer(String file, Request request) {
        byte[] content = load(file).orElseThrow(() -> ProblemException.notFound("there is no file " + file));
        String tag = tag(content);
        if (request.header("If-None-Match").filter(tag::equals).isPresent()) {
            return Response.empty(304).with("ETag", tag);
        }
        String extension = file.substring(file.lastIndexOf('.') + 1);
        return Response.bytes(200, TYPES.getOrDefault(extension, "application/octet-stream"), content)
                .with("ETag", tag).with("Cache-Control", "no-cache")
                .with("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    }

    private Optional<byte[]> load(String file) {
        // A class path looks like a file system to whoever writes dots; no file of ours needs them.
        if (file.isEmpty() || file.contains("..") || file.contains("\\") || file.contains("//") || file.startsWith("/")
                || file.endsWith("/")) {
            return Optional.empty();
        }
        try (InputStream stream = anchor.getResourceAsStream(folder + "/" + file)) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder + "/" + file, e);
        }
    }

    private static String tag(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return "W/\"" + Long.toHexString(checksum.getValue()) + "-" + content.length + "\"";
    }
}
