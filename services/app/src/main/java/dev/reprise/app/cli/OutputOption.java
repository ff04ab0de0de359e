// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.app.output.Table;

/** The option of every command that prints a list: a table for people, or the server's own objects for programs. */
final class OutputOption {

    private static final JsonMapper MAPPER = new JsonMapper();

    /** The two forms. */
    enum Form {
        TABLE, JSON
    }

    @Option(names = {"-o", "--output"}, paramLabel = "FORM", description = "table or json (default: ${DEFAULT-VALUE}).")
    private Form form = Form.TABLE;

    boolean json() {
        return form == Form.JSON;
    }

    /** Prints items as one JSON array, unchanged. */
    void print(List<JsonNode> items, Table table, PrintStream out) {
        if (json()) {
            print(MAPPER.createArrayNode().addAll(items), out);
        } else {
            table.print(out);
        }
    }

    /** Prints one JSON value over several lines. */
    void print(JsonNode value, PrintStream out) {
        out.println(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    }
}
