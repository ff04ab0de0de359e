// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.ApiServer;

/** What a browser is given: which files, how they may be kept, what they may do. */
class PageRoutesTest {

    private static final long MOST_SCRIPT_BYTES = 100_000;
    private static final Pattern SCRIPT = Pattern.compile("src=\"(/assets/[0-9a-f]{16}/)main\\.js\"");

    /** Those that are no files beside the others. */
    private static final List<String> MADE = List.of(Assets.PREACT, Assets.CHINESE);

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        server = new ApiServer(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
        CLIENT.close();
    }

    @Test
    void shouldAnswerEveryDeepLinkWithThePage() {
        assertThat(Stream.of("/", "/grid?q=x", "/instances/a/b/ds=1/region=eu", "/jobs/spark:%252F%252Fc/n", "/system"))
                .allSatisfy(path -> {
                    HttpResponse<byte[]> page = get(path);
                    assertThat(page.statusCode()).isEqualTo(200);
                    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
                    assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
                });
    }

    @Test
    void shouldAllowScriptsFromItselfAloneAndNoneInline() {
        HttpResponse<byte[]> page = get("/");

        assertThat(page.headers().firstValue("Content-Security-Policy").orElse("")).contains("default-src 'none'",
                "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'").doesNotContain("unsafe");
        assertThat(new String(page.body(), StandardCharsets.UTF_8))
                .doesNotContainPattern("<script(?![^>]*src=)").doesNotContain("style=", "onclick");
    }

    @Test
    void shouldTellThatThePageIsUnchanged() {
        String tag = get("/").headers().firstValue("ETag").orElseThrow();

        assertThat(get("/approvals", "If-None-Match", tag).statusCode()).isEqualTo(304);
    }

    @Test
    void shouldLetBrowsersKeepEachVersionForEver() {
        HttpResponse<byte[]> script = get(assets() + "main.js");

        assertThat(script.headers().firstValue("Cache-Control")).hasValue("public, max-age=31536000, immutable");
        assertThat(script.headers().firstValue("Content-Type")).hasValue("text/javascript; charset=utf-8");
        assertThat(get("/assets/0000000000000000/main.js").statusCode()).isEqualTo(404);
        assertThat(get(assets() + "index.html").statusCode()).isEqualTo(404);
        assertThat(get(assets() + "..%2findex.html").statusCode()).isIn(400, 404);
    }

    @Test
    void shouldSendLessScriptThanItMay() {
        long bytes = Stream.concat(Assets.FILES.stream(), MADE.stream()).filter(file -> file.endsWith(".js"))
                .mapToLong(file -> get(assets() + file, "Accept-Encoding", "gzip").body().length).sum();

        assertThat(bytes).isBetween(20_000L, MOST_SCRIPT_BYTES);
    }

    @Test
    void shouldServeEveryFileBesideThePage() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files
                .list(Path.of(Objects.requireNonNull(Assets.class.getResource("index.html")).toURI()).getParent())) {
            assertThat(files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.endsWith(".class") && !file.equals("index.html")))
                    .containsExactlyInAnyOrderElementsOf(Assets.FILES);
        }
    }

    @Test
    void shouldImportNothingButOwnModules() {
        List<String> modules = Assets.FILES.stream().filter(file -> file.endsWith(".js")).toList();

        assertThat(modules).allSatisfy(module -> assertThat(
                Pattern.compile("from '([^']+)'").matcher(Assets.text(module)).results().map(found -> found.group(1)))
                .allMatch(name -> name.startsWith("./")
                        && (MADE.contains(name.substring(2)) || Assets.FILES.contains(name.substring(2)))));
    }

    private static String assets() {
        Matcher script = SCRIPT.matcher(new String(get("/").body(), StandardCharsets.UTF_8));
        assertThat(script.find()).isTrue();
        return script.group(1);
    }

    private static HttpResponse<byte[]> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
