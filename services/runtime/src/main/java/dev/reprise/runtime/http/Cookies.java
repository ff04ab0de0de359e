// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Arrays;
import java.util.Optional;

/** Reads a cookie of a request. */
final class Cookies {

    private Cookies() {}

    /** Its value; empty where it is absent, empty or sent twice, since then it is not known who set it. */
    static Optional<String> find(Request request, String name) {
        return find(request.header("Cookie"), name);
    }

    static Optional<String> find(Optional<String> header, String name) {
        String[] values = header.stream().flatMap(text -> Arrays.stream(text.split(";", -1))).map(String::strip)
                .filter(each -> each.startsWith(name + "=")).map(each -> each.substring(name.length() + 1))
                .toArray(String[]::new);
        return values.length == 1 && !values[0].isEmpty() ? Optional.of(values[0]) : Optional.empty();
    }
}
