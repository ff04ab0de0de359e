// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One tab of the browser. Used by one test at a time; each look at the page waits until what is expected is there. */
public final class Tab implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper MAPPER = new JsonMapper();

    private final WebSocket socket;
    private final Listener listener;
    private final AtomicInteger ids = new AtomicInteger();
    private final AtomicInteger clicks = new AtomicInteger();

    private Tab(WebSocket socket, Listener listener) {
        this.socket = socket;
        this.listener = listener;
    }

    static Tab at(HttpClient client, URI address) {
        Listener listener = new Listener();
        Tab tab = new Tab(client.newWebSocketBuilder().buildAsync(address, listener).join(), listener);
        tab.send("Page.enable", Map.of());
        tab.send("Runtime.enable", Map.of());
        tab.send("Log.enable", Map.of());
        tab.size(1280, 800);
        return tab;
    }

    /** Goes to an address and waits until the page has something to show. */
    public Tab open(URI address) {
        send("Page.navigate", Map.of("url", address.toString()));
        until("document.readyState === 'complete' && document.querySelector('#app main h1') !== null");
        return this;
    }

    /** Runs a script in every document that is opened from now on, before the page's own. */
    public Tab first(String script) {
        send("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
        return this;
    }

    /** Sets the size of the window in pixels; below 700 it is a phone. */
    public Tab size(int width, int height) {
        send("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 700));
        return this;
    }

    /** What the person prefers: {@code light} or {@code dark}. */
    public Tab prefer(String scheme) {
        send("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        return this;
    }

    /** The value of an expression of JavaScript; promises are awaited. */
    public JsonNode evaluate(String expression) {
        JsonNode result = send("Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.path("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    /** Waits until an expression is true. */
    public Tab until(String expression) {
        Awaitility.await(expression).atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).ignoreExceptions()
                .until(() -> evaluate("Boolean(" + expression + ")").asBoolean());
        return this;
    }

    /** Waits until the page shows a text anywhere. */
    public Tab untilText(String text) {
        return until("document.body.innerText.includes(" + quoted(text) + ")");
    }

    /** How often it was clicked since it was opened. */
    public int clicks() {
        return clicks.get();
    }

    /** Clicks the first thing of a selector whose text holds a text, once it is there. */
    public Tab click(String selector, String text) {
        String find = "[...document.querySelectorAll(" + quoted(selector) + ")].find((each) => !each.disabled"
                + " && each.textContent.includes(" + quoted(text) + "))";
        until(find);
        clicks.incrementAndGet();
        evaluate(find + ".click()");
        return this;
    }

    /** Types into a field as a person does. */
    public Tab type(String selector, String text) {
        until("document.querySelector(" + quoted(selector) + ")");
        evaluate("document.querySelector(" + quoted(selector) + ").focus()");
        send("Input.insertText", Map.of("text", text));
        return this;
    }

    /** Presses a key, such as {@code n} or {@code Enter}. */
    public Tab press(String key) {
        String text = key.length() == 1 ? key : key.equals("Enter") ? "\r" : "";
        send("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", text));
        send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
        return this;
    }

    /** The text of the page as a person sees it. */
    public String text() {
        return evaluate("document.body.innerText").asString();
    }

    /** The path and query of the address. */
    public String address() {
        return evaluate("location.pathname + location.search").asString();
    }

    /** Keeps a picture of the window. */
    public Tab picture(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder()
                    .decode(send("Page.captureScreenshot", Map.of("format", "png")).path("data").asString()));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forgets what the page complained of so far. */
    public Tab forgive() {
        listener.complaints.clear();
        return this;
    }

    /** What the page complained of: errors, refused resources, broken policies. */
    public List<String> complaints() {
        return List.copyOf(listener.complaints);
    }

    /** Closes the tab: a browser gives six connections to a server, and each page that is open keeps one for its stream. */
    @Override
    public void close() {
        send("Page.close", Map.of());
        socket.abort();
    }

    private JsonNode send(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        listener.waiting.put(id, answer);
        socket.sendText(MAPPER.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        JsonNode message = answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        if (message.has("error")) {
            throw new IllegalStateException(method + ": " + message.path("error"));
        }
        return message.path("result");
    }

    private static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }

    private static final class Listener implements WebSocket.Listener {
        private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
        private final List<String> complaints = new CopyOnWriteArrayList<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            part.append(data);
            socket.request(1);
            if (last) {
                take(MAPPER.readTree(part.toString()));
                part.setLength(0);
            }
            return CompletableFuture.completedStage(null);
        }

        private void take(JsonNode message) {
            if (message.has("id")) {
                CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").intValue());
                if (answer != null) {
                    answer.complete(message);
                }
                return;
            }
            switch (message.path("method").asString("")) {
                case "Runtime.exceptionThrown" ->
                    complaints.add(message.at("/params/exceptionDetails/exception/description").asString(""));
                case "Log.entryAdded" -> {
                    if (message.at("/params/entry/level").asString("").equals("error")) {
                        complaints.add(message.at("/params/entry/text").asString("") + " "
                                + message.at("/params/entry/url").asString(""));
                    }
                }
                default -> {
                    // of no interest to a test
                }
            }
        }
    }
}
