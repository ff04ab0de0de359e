// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads lists of the HTTP interface page by page. */
public final class Pages {

    private final ApiClient client;

    /** Reads with a client. */
    public Pages(ApiClient client) {
        this.client = client;
    }

    /**
     * Reads items in the order of the server.
     *
     * @param path the list, with its filters
     * @param limit most items; the rest is left out
     * @throws CommandFailure when the server refuses or does not answer in time
     */
    public Listing read(String path, int limit) {
        List<JsonNode> items = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        Optional<String> incomplete = Optional.empty();
        do {
            String page = path + (path.contains("?") ? "&" : "?") + "limit=" + Math.min(500, limit - items.size())
                    + cursor.map(text -> "&cursor=" + ApiPaths.encode(text)).orElse("");
            ApiAnswer answer = client.get(page);
            JsonNode body = answer.orFail();
            incomplete = incomplete.or(answer::incomplete);
            body.path("items").forEach(items::add);
            cursor = Optional.of(body.path("next").asString("")).filter(text -> !text.isEmpty());
        } while (cursor.isPresent() && items.size() < limit);
        return new Listing(items, cursor.isPresent(), incomplete);
    }

    /**
     * Items of a list.
     *
     * @param items in the order of the server
     * @param more whether some were left out
     * @param incomplete why some may be missing, in a sentence
     */
    public record Listing(List<JsonNode> items, boolean more, Optional<String> incomplete) {}
}
