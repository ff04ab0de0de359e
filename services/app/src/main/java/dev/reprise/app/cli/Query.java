// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.app.client.ApiPaths;

/** A path with the filters that were given. */
final class Query {

    private final String path;
    private final List<String> filters = new ArrayList<>();

    Query(String path) {
        this.path = path;
    }

    Query with(String name, Optional<String> value) {
        value.ifPresent(text -> filters.add(name + "=" + ApiPaths.encode(text)));
        return this;
    }

    String text() {
        return filters.isEmpty() ? path : path + "?" + String.join("&", filters);
    }
}
