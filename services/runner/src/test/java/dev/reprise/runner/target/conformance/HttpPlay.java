// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashSet;
import java.util.Set;

/** Any scheduler with an HTTP interface, with or without a memory of keys. */
final class HttpPlay extends Play {
    private final Set<String> keys = new HashSet<>();
    private final boolean keyed;
    private boolean taken;

    HttpPlay(boolean keyed) {
        this.keyed = keyed;
    }

    @Override
    boolean isCall(Request request) {
        return request.method().equals("POST");
    }

    @Override
    Answer answer(Request request) {
        if (!isCall(request)) {
            String key = request.path().substring("/runs/".length());
            return new Answer(keys.contains(key) ? 200 : 404, "{}");
        }
        if (taken || keyed && !keys.add(request.header("Idempotency-Key"))) {
            return conflict();
        }
        keys.add(request.header("Idempotency-Key"));
        begin();
        return new Answer(201, "{\"id\":\"ext-1\"}");
    }

    @Override
    void takeByOther() {
        taken = true;
    }

    @Override
    void failAgain() {
        // a key is remembered, whatever became of its run
    }

    @Override
    boolean forget() {
        boolean known = !keys.isEmpty();
        keys.clear();
        return known;
    }
}
