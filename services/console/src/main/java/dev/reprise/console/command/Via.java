// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.util.Set;

import dev.reprise.runtime.http.Request;

/** Through which interface a change came: the command line and the pages say so by a header; only the audit rests on it. */
final class Via {

    private static final String HEADER = "Reprise-Client";
    private static final Set<String> CLIENTS = Set.of("cli", "web");

    private Via() {}

    static String of(Request request) {
        return request.header(HEADER).filter(CLIENTS::contains).orElse("api");
    }
}
