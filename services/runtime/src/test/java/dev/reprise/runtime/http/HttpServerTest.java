// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.lifecycle.StartRefusedException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpServerTest {

    private record Greeting(String name, int times) {}

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HttpServer server = HttpServer.start(
            new HttpConfig(null, 0, ByteSize.ofKibibytes(1), ByteSize.ofKibibytes(4), null, null), meters,
            List.of(HttpServerTest::routes));
    private final HttpCaller caller = new HttpCaller(server.uri());

    private static void routes(RouteRegistry routes) {
        routes.get("/who", Access.VIEWER, request -> Response.json(request.principal()));
        routes.get("/items/{id}", Access.VIEWER,
                request -> Response.json(Map.of("id", request.pathParameter("id"), "tags",
                        request.queries("tag"))));
        routes.post("/greet", Access.OPERATOR, request -> Response.json(201, request.json(Greeting.class)));
        routes.post("/raw", Access.OPERATOR,
                request -> Response.bytes(200, "application/octet-stream", request.body()));
        routes.get("/fault", Access.VIEWER, request -> {
            throw new IllegalStateException("the secret inside");
        });
        routes.get("/refuse", Access.VIEWER, request -> {
            throw ProblemException.conflict("revision is 3, found 2", "read it again");
        });
        routes.resources("/ui", Access.OPEN, HttpServerTest.class, "/web");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void shouldCallLocalCallerLocal() {
        HttpResponse<String> answer = caller.get("/who");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"name\":\"local\"").contains("LOOPBACK");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Server")).isEmpty();
    }

    @Test
    void shouldDecodePathAndQuery() {
        HttpResponse<String> answer = caller.get("/items/ds%3D2026%2F11?tag=a&tag=b%20c");

        assertThat(answer.body()).contains("ds=2026/11").contains("[\"a\",\"b c\"]");
    }

    @Test
    void shouldAnswerUnknownRouteWithProblem() {
        HttpResponse<String> answer = caller.get("/nowhere");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(answer.body()).contains("\"status\":404").contains("/nowhere").contains("\"title\":\"Not found\"");
    }

    @Test
    void shouldAnswerWrongMethodWith405() {
        HttpResponse<String> answer = caller.post("/who", "{}");

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.body()).contains("does not take POST");
    }

    @Test
    void shouldReadRecord() {
        HttpResponse<String> answer = caller.post("/greet", "{\"name\":\"ann\",\"times\":2}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo("{\"name\":\"ann\",\"times\":2}");
    }

    @Test
    void shouldNameUnknownField() {
        HttpResponse<String> answer = caller.post("/greet", "{\"name\":\"ann\",\"tims\":2}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"tims\"").contains("use one of name, times");
    }

    @Test
    void shouldNameFieldOfWrongType() {
        HttpResponse<String> answer = caller.post("/greet", "{\"name\":\"ann\",\"times\":\"many\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"times\"").doesNotContain("java");
    }

    @Test
    void shouldPlaceBrokenJson() {
        HttpResponse<String> answer = caller.post("/greet", "{\"name\":");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("not JSON").contains("line 1");
    }

    @Test
    void shouldRefuseLargeBodyNamingLimit() {
        HttpResponse<String> answer = caller.post("/raw", "x".repeat(1025));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("1KiB").contains("http.max-body");
    }

    @Test
    void shouldDecompressBody() {
        HttpResponse<String> answer = caller.post("/raw", gzip("y".repeat(2000)), "Content-Encoding", "gzip");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("y".repeat(2000));
    }

    @Test
    void shouldRefuseCompressedBomb() {
        HttpResponse<String> answer = caller.post("/raw", gzip("z".repeat(100_000)), "Content-Encoding", "gzip");

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("4KiB").contains("http.max-decompressed-body");
    }

    @Test
    void shouldRefuseFalseAndForeignEncodings() {
        assertThat(
                caller.post("/raw", "plain".getBytes(StandardCharsets.UTF_8), "Content-Encoding", "gzip").statusCode())
                .isEqualTo(400);
        assertThat(caller.post("/raw", "plain".getBytes(StandardCharsets.UTF_8), "Content-Encoding", "br").statusCode())
                .isEqualTo(415);
    }

    @Test
    void shouldHideFaults() {
        HttpResponse<String> answer = caller.get("/fault");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret inside");
    }

    @Test
    void shouldAnswerWithProblemOfHandler() {
        HttpResponse<String> answer = caller.get("/refuse");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("revision is 3, found 2").contains("\"fix\":\"read it again\"");
    }

    @Test
    void shouldServeFilesOfClassPath() {
        HttpResponse<String> page = caller.get("/ui");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        String tag = page.headers().firstValue("ETag").orElseThrow();
        assertThat(caller.get("/ui/index.html", "If-None-Match", tag).statusCode()).isEqualTo(304);
        assertThat(caller.get("/ui/absent.js").statusCode()).isEqualTo(404);
        assertThat(raw("GET /ui/../secret.txt HTTP/1.1")).doesNotContain("not to be served");
        assertThat(raw("GET /ui/%2e%2e/secret.txt HTTP/1.1")).doesNotContain("not to be served");
    }

    @Test
    void shouldRefusePagesOfOtherSites() {
        String body = "{\"name\":\"ann\",\"times\":2}";

        assertThat(caller.post("/greet", body, "Origin", "https://evil.example").statusCode()).isEqualTo(403);
        assertThat(caller.post("/greet", body, "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
        assertThat(caller.post("/greet", body, "Origin", server.uri().toString()).statusCode()).isEqualTo(201);
        assertThat(caller.post("/greet", body, "Sec-Fetch-Site", "same-origin").statusCode()).isEqualTo(201);
    }

    @Test
    void shouldRefuseForeignNameOnLoopback() {
        assertThat(raw("GET /who HTTP/1.1\r\nHost: evil.example")).startsWith("HTTP/1.1 421");
        assertThat(raw("GET /who HTTP/1.1\r\nHost: localhost:1")).startsWith("HTTP/1.1 200");
    }

    @Test
    void shouldMeasureRequestsByRoute() {
        caller.get("/items/1");
        caller.get("/items/2");
        caller.get("/nowhere");

        Awaitility.await().untilAsserted(() -> {
            assertThat(meters.get("http.server.requests").tags("method", "GET", "route", "/items/{id}", "status", "200")
                    .timer().count()).isGreaterThanOrEqualTo(2);
            assertThat(meters.get("http.server.requests").tags("route", "unmatched", "status", "404").timer().count())
                    .isGreaterThanOrEqualTo(1);
        });
    }

    @Test
    void shouldRefuseTakenPort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            HttpConfig same = HttpConfig.onLoopback(taken.getLocalPort());

            assertThatThrownBy(() -> HttpServer.start(same, meters, List.of()))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort()).hasMessageContaining("http.port");
        }
    }

    @Test
    void shouldRefuseSameRouteTwice() {
        HttpRoutes twice = routes -> {
            routes.get("/a", Access.OPEN, request -> Response.empty(204));
            routes.get("/a", Access.OPEN, request -> Response.empty(204));
        };

        assertThatThrownBy(() -> HttpServer.start(HttpConfig.onLoopback(0), meters, List.of(twice)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("GET /a");
    }

    private String raw(String head) {
        try (Socket socket = new Socket(server.uri().getHost(), server.port())) {
            String host = head.contains("Host:") ? "" : "Host: localhost\r\n";
            socket.getOutputStream()
                    .write((head + "\r\n" + host + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
