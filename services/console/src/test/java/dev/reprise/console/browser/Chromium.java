// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One process of Chromium with a profile of its own. */
public final class Chromium implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Process process;
    private final URI address;
    private final HttpClient client = HttpClient.newHttpClient();

    private Chromium(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** The program, where it is installed. */
    public static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable).findFirst();
    }

    /** Starts it. */
    public static Chromium start(Path program, Path profile) {
        try {
            // A container has neither the privileges for the sandbox nor much shared memory; only our own pages are shown.
            Process process = new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
                    "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                    "--disable-background-networking",
                    "--disable-component-update", "--hide-scrollbars", "--lang=en-US", "--remote-debugging-port=0",
                    "--remote-allow-origins=*", "--user-data-dir=" + profile, "about:blank")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.to(profile.resolveSibling("chromium.log").toFile())).start();
            Path port = profile.resolve("DevToolsActivePort");
            Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(port) && Files.readAllLines(port).size() > 1);
            return new Chromium(process, URI.create("http://127.0.0.1:" + Files.readAllLines(port).getFirst()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a tab of 1280 by 800 pixels. */
    public Tab open() {
        JsonNode target = MAPPER.readTree(call("PUT", "/json/new?about:blank"));
        return Tab.at(client, URI.create(target.path("webSocketDebuggerUrl").stringValue()));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.shutdownNow();
    }

    private String call(String method, String path) {
        try {
            return client.send(HttpRequest.newBuilder(address.resolve(path))
                    .method(method, HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
