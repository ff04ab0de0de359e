// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

import dev.reprise.idempotency.parse.Lines;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Rule;

/** DataX jobs ({@code job.content[].reader, writer}) and Data Integration jobs of DataWorks ({@code steps}). */
final class DataxJobs {
    private DataxJobs() {}

    static List<JobAnalysis> analyse(JsonNode root, String text) {
        List<Analysis> parts = new ArrayList<>();
        for (JsonNode content : root.path("job").path("content")) {
            JsonNode writer = content.path("writer");
            JsonNode reader = content.path("reader");
            String name = writer.path("name").asString("");
            Place place = place(text, name);
            if (name.isEmpty()) {
                parts.add(Analyses.unknown(Rule.NOT_UNDERSTOOD, place,
                        "job.content[].writer.name is missing: name the writer plug-in"));
            } else {
                parts.add(new DataxWriters(name.toLowerCase(Locale.ROOT), writer.path("parameter"),
                        reader.path("name").asString("").toLowerCase(Locale.ROOT),
                        reader.path("parameter"), place).analyse());
            }
        }
        return List.of(JobAnalysis.of(parts.isEmpty()
                ? Analyses.unknown(Rule.NOT_UNDERSTOOD, Place.START,
                        "job.content is empty: it names no reader and writer")
                : Analyses.sequence(parts)));
    }

    /** DataWorks names a step's plug-in by its type: {@code odps}, {@code mysql}. */
    static List<JobAnalysis> integration(JsonNode root, String text) {
        List<Analysis> parts = new ArrayList<>();
        String readerName = "";
        JsonNode reader = root.path("none");
        for (JsonNode step : root.path("steps")) {
            if (step.path("category").asString("").equals("reader")) {
                reader = step.path("parameter");
                readerName = step.path("stepType").asString("").toLowerCase(Locale.ROOT) + "reader";
            }
        }
        for (JsonNode step : root.path("steps")) {
            if (step.path("category").asString("").equals("writer")) {
                String type = step.path("stepType").asString("");
                Place place = place(text, type);
                parts.add(type.isEmpty()
                        ? Analyses.unknown(Rule.NOT_UNDERSTOOD, place, "steps[].stepType of the writer is missing")
                        : new DataxWriters(plugin(type.toLowerCase(Locale.ROOT)), step.path("parameter"), readerName,
                                reader, place).analyse());
            }
        }
        return List.of(JobAnalysis.of(parts.isEmpty()
                ? Analyses.unknown(Rule.NOT_UNDERSTOOD, Place.START, "steps holds no step of category writer")
                : Analyses.sequence(parts)));
    }

    private static String plugin(String type) {
        return switch (type) {
            case "odps", "maxcompute" -> "odpswriter";
            case "ads", "analyticdb" -> "adbmysqlwriter";
            case "analyticdb_for_mysql", "adb_mysql", "analyticdbmysql" -> "adbmysqlwriter";
            case "analyticdb_for_postgresql", "adbpg", "analyticdb_for_pg" -> "adbpgwriter";
            case "holo", "hologres" -> "hologresjdbcwriter";
            case "hdfs", "hive" -> "hdfswriter";
            case "apsaradb_for_oceanbase", "oceanbase" -> "oceanbasev10writer";
            case "polardb", "rds" -> "mysqlwriter";
            case "hbase" -> "hbase11xwriter";
            case "elasticsearch", "es" -> "elasticsearchwriter";
            case "mongodb", "mongo" -> "mongodbwriter";
            default -> type + "writer";
        };
    }

    private static Place place(String text, String name) {
        int offset = name.isEmpty() ? -1 : text.indexOf("\"" + name + "\"");
        Lines lines = new Lines(text);
        return offset < 0 ? Place.START : new Place(lines.line(offset), lines.column(offset));
    }
}
