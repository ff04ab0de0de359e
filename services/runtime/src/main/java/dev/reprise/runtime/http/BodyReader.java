// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.reprise.runtime.config.ByteSize;

/** Reads a body within its two limits: as sent, and after decompression, so that a small bomb stays small. */
final class BodyReader {

    private BodyReader() {}

    static byte[] read(HttpServletRequest request, ByteSize limit, ByteSize decompressedLimit) {
        if (request.getContentLengthLong() > limit.bytes()) {
            throw tooLarge("the body of " + request.getContentLengthLong() + " bytes is larger", limit,
                    "http.max-body");
        }
        byte[] sent = readUpTo(stream(request), limit, "http.max-body");
        String header = request.getHeader("Content-Encoding");
        String encoding = header == null ? "identity" : header.strip().toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "identity", "" -> sent;
            case "gzip", "x-gzip" -> decompress(sent, decompressedLimit);
            default -> throw new ProblemException(Problem.of(415, "cannot decode the content encoding " + encoding)
                    .in("Content-Encoding").fixedBy("send gzip or no encoding"));
        };
    }

    private static InputStream stream(HttpServletRequest request) {
        try {
            return request.getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] decompress(byte[] sent, ByteSize limit) {
        try (InputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(sent))) {
            return readUpTo(unzipped, limit, "http.max-decompressed-body");
        } catch (UncheckedIOException | IOException e) {
            Throwable cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
            if (cause instanceof ZipException || cause instanceof EOFException) {
                throw new ProblemException(Problem.of(400, "the body is said to be gzip but is not, or is cut short")
                        .in("Content-Encoding").fixedBy("send the whole gzip stream, or no encoding"));
            }
            throw new UncheckedIOException(new IOException(cause));
        }
    }

    private static byte[] readUpTo(InputStream stream, ByteSize limit, String key) {
        try {
            byte[] bytes = stream.readNBytes((int) Math.min(limit.bytes() + 1, Integer.MAX_VALUE - 8));
            if (bytes.length > limit.bytes()) {
                throw tooLarge("the body is larger", limit, key);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProblemException tooLarge(String found, ByteSize limit, String key) {
        return new ProblemException(Problem.of(413, found + " than the limit of " + limit).in(key)
                .fixedBy("send less at a time, or raise " + key));
    }
}
