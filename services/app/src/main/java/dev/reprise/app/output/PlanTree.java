// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** What a rerun with all that follows would do: a tree from the root, each instance once, with what it has to expect. */
public final class PlanTree {

    private static final String STEP = "  ";
    private static final String RERUN = "RERUN";

    private final JsonNode plan;
    private final Map<String, List<JsonNode>> readers = new LinkedHashMap<>();

    /**
     * A tree of a plan.
     *
     * @param plan as the API gives it
     */
    public PlanTree(JsonNode plan) {
        this.plan = plan;
        for (JsonNode entry : plan.path("downstream")) {
            readers.computeIfAbsent(entry.path("via").asString(""), _ -> new ArrayList<>()).add(entry);
        }
    }

    /** Prints the tree, and below it how many have to expect what. */
    public void print(PrintStream out) {
        Table table = new Table("INSTANCE", "NOW", "THEN", "WHY");
        add(table, plan.path("root"));
        table.print(out);
        out.println();
        out.println(summary());
        if (plan.path("truncated").asBoolean(false)) {
            out.println("There are more than these " + plan.path("downstream").size() + ": the rest is not shown.");
        }
    }

    /** How many instances beside the root would be rerun, asked about, and so on; one line. */
    public String summary() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        counts.put(RERUN, 0);
        plan.path("downstream").forEach(entry -> counts.merge(entry.path("prospect").asString(""), 1, Integer::sum));
        StringJoiner line = new StringJoiner(", ", "Downstream: ", ".");
        counts.forEach((prospect, count) -> line.add(count + " " + PlainText.oneLine(prospect)));
        return line.toString();
    }

    /** The server names each instance after the one it is reached through, so this ends. */
    private void add(Table table, JsonNode entry) {
        String instance = entry.path("instance").asString("");
        String prospect = entry.path("prospect").asString("");
        table.row(STEP.repeat(entry.path("depth").asInt(0)) + instance, entry.path("status").asString("-"), prospect,
                prospect.equals(RERUN) ? "" : why(entry));
        readers.getOrDefault(instance, List.of()).forEach(reader -> add(table, reader));
    }

    private static String why(JsonNode entry) {
        String reason = entry.path("reason").asString("");
        return reason.isEmpty()
                ? entry.path("meaning").asString("")
                : reason + ": " + entry.path("meaning").asString("");
    }
}
