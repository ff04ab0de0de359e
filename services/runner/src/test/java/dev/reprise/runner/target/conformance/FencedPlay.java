// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.Map;

/**
 * A scheduler that knows no keys and compares tokens: {@code POST /runs/ID/TOKEN} starts unless it was shown a newer token
 * by {@code PUT /tokens/ID/TOKEN}; {@code GET /runs/ID} says whether anything was started.
 */
final class FencedPlay extends Play {
    private final Map<String, Long> tokens = new HashMap<>();
    private final Map<String, Integer> starts = new HashMap<>();
    private boolean taken;

    @Override
    boolean isCall(Request request) {
        return request.method().equals("POST");
    }

    @Override
    Answer answer(Request request) {
        String[] path = request.path().split("/");
        String id = path[2];
        return switch (request.method()) {
            case "GET" -> new Answer(starts.containsKey(id) ? 200 : 404, "{}");
            case "PUT" -> show(id, Long.parseLong(path[3]));
            default -> start(id, Long.parseLong(path[3]));
        };
    }

    private Answer show(String id, long token) {
        long newest = tokens.merge(id, token, Math::max);
        return newest == token ? new Answer(200, "{}") : conflict();
    }

    private Answer start(String id, long token) {
        if (taken || token < tokens.getOrDefault(id, Long.MIN_VALUE)) {
            return conflict();
        }
        starts.merge(id, 1, Integer::sum);
        begin();
        return new Answer(201, "{}");
    }

    @Override
    void takeByOther() {
        taken = true;
    }

    @Override
    void failAgain() {
        // that it was started is remembered, whatever became of it
    }

    @Override
    boolean forget() {
        boolean known = !starts.isEmpty();
        starts.clear();
        tokens.clear();
        return known;
    }
}
