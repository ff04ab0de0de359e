// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** Arguments of sqoop import and sqoop export. */
final class Sqoop {
    private final Map<String, String> options = new HashMap<>();
    private final Place place;
    private final Set<String> hostClock;
    private final Set<String> removed;

    private Sqoop(List<String> arguments, Place place, Set<String> hostClock, Set<String> removed) {
        this.place = place;
        this.removed = removed;
        this.hostClock = hostClock;
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            if (option.startsWith("-")) {
                boolean value = i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("--");
                options.put(option, value ? arguments.get(i + 1) : "");
            }
        }
    }

    /** @param removed paths that the script has removed before */
    static Analysis analyse(List<String> arguments, Place place, Set<String> hostClock, Set<String> removed) {
        Sqoop sqoop = new Sqoop(arguments, place, hostClock, removed);
        String tool = arguments.stream().filter(argument -> !argument.startsWith("-")).findFirst().orElse("");
        Analysis analysis = switch (tool) {
            case "export" -> sqoop.exported();
            case "import" -> sqoop.imported();
            case "eval" -> sqoop.has("--query") || sqoop.has("-e")
                    ? SqlScripts.analyse(sqoop.options.getOrDefault("--query", sqoop.options.getOrDefault("-e", "")),
                            dev.reprise.idempotency.parse.Dialect.ANSI, hostClock)
                    : sqoop.unknown("sqoop eval without a query");
            case "list-tables", "list-databases", "version", "help" ->
                Analyses.single(Rule.READ_ONLY, place, "", "nothing is written", Safety.SAFE, Safety.SAFE,
                        Optional.empty());
            default -> sqoop.unknown("sqoop " + tool + " is not read");
        };
        return sqoop.clocked(analysis);
    }

    private boolean has(String option) {
        return options.containsKey(option);
    }

    private Analysis unknown(String reason) {
        return Analyses.unknown(Rule.OPAQUE, place, reason);
    }

    private Analysis clocked(Analysis analysis) {
        boolean clock = options.values().stream().anyMatch(value -> hostClock.stream()
                .anyMatch(name -> value.contains("$" + name) || value.contains("${" + name + "}")));
        return clock
                ? Analyses.sequence(List.of(Analyses.single(Rule.HOST_CLOCK, place, "",
                        "a parameter comes from the clock of the host, not from the scheduler", Safety.CONDITIONAL,
                        Safety.CONDITIONAL, Optional.empty(), Condition.CLOCK_REGION), analysis))
                : analysis;
    }

    private Analysis exported() {
        String table = options.getOrDefault("--table", "");
        if (has("--call")) {
            return unknown("--call runs a stored procedure");
        }
        if (has("--update-key")) {
            boolean inserts = options.getOrDefault("--update-mode", "updateonly").equals("allowinsert");
            return inserts
                    ? Analyses.single(Rule.UPSERT, place, table, "updates by key and inserts what is missing",
                            Safety.CONDITIONAL, Safety.CONDITIONAL, Optional.of(false), Condition.KEY)
                    : Analyses.single(Rule.ABSOLUTE_UPDATE, place, table, "updates rows by key, never inserts",
                            Safety.SAFE, Safety.SAFE, Optional.of(false));
        }
        boolean staged = has("--staging-table") && has("--clear-staging-table");
        return Analyses.single(Rule.APPEND, place, table,
                staged
                        ? "appends to " + table + " in one step: safe after a failure, doubled after success"
                        : "appends to " + table + ": a second export adds the rows again",
                staged ? Safety.SAFE : Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
    }

    private Analysis imported() {
        String target = options.getOrDefault("--hive-table", options.getOrDefault("--target-dir",
                options.getOrDefault("--warehouse-dir", options.getOrDefault("--table", ""))));
        if (has("--incremental")) {
            boolean merges = has("--merge-key");
            return Analyses.single(Rule.WATERMARK, place, target,
                    merges
                            ? "merges changed rows by key from a stored position"
                            : "appends from a position that is stored after success",
                    Safety.CONDITIONAL, Safety.CONDITIONAL, Optional.of(false), Condition.STATE);
        }
        boolean hive = has("--hive-import") || has("--hcatalog-table");
        if (hive && has("--hive-overwrite") || !hive && has("--delete-target-dir")) {
            return Analyses.single(Rule.OVERWRITE, place, target, "replaces what an earlier import left", Safety.SAFE,
                    Safety.SAFE, Optional.of(true));
        }
        if (has("--append") || hive) {
            return Analyses.single(Rule.APPEND, place, target, "appends: a second import adds the rows again",
                    Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
        }
        if (has("--target-dir") && removed.contains(target)) {
            return Analyses.single(Rule.OVERWRITE, place, target, "writes to a directory that is removed before",
                    Safety.SAFE, Safety.SAFE, Optional.of(true));
        }
        return Analyses.single(Rule.EXTERNAL_PATH, place, target, "fails when the target directory is there already",
                Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
    }
}
