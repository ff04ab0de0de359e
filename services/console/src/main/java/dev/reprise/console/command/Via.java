// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import dev.reprise.runtime.http.Request;

/** Through which interface a change came: the command line says so by a header; nothing rests on it but the audit. */
final class Via {

    private static final String HEADER = "Reprise-Client";
    private static final String CLI = "cli";

    private Via() {}

    static String of(Request request) {
        return request.header(HEADER).filter(CLI::equals).orElse("api");
    }
}
