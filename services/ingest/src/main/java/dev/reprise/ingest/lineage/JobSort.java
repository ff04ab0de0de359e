// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What sort of job an event is about, read from the {@code jobType} facet and, where an older producer leaves it out, from
 * the facets only one producer writes.
 *
 * @param integration the producer's integration in upper case, such as {@code SPARK}, or {@code UNSTATED}
 * @param type the kind of job inside that integration in upper case, such as {@code SQL_JOB}, or empty
 * @param endless whether its runs have no expected end
 */
record JobSort(String integration, String type, boolean endless) {

    static final String UNSTATED = "UNSTATED";
    private static final String AIRFLOW = "AIRFLOW";
    private static final String SPARK = "SPARK";
    private static final Set<String> ENGINES = Set.of(SPARK, "FLINK");
    private static final Set<String> STATEMENTS = Set.of("SQL", "QUERY", "SQL_JOB");
    private static final Set<String> ENDLESS = Set.of("STREAMING", "SERVICE");

    static JobSort of(JsonNode event) {
        JsonNode facet = event.path("job").path("facets").path("jobType");
        String integration = upper(facet.path("integration"));
        return new JobSort(integration.isEmpty() ? guessed(event.path("run").path("facets")) : integration,
                upper(facet.path("jobType")), ENDLESS.contains(upper(facet.path("processingType"))));
    }

    /** What a run of it is, given whether the event names a parent. */
    RunRole role(boolean hasParent) {
        if (ENGINES.contains(integration)) {
            boolean application = type.equals("APPLICATION") || !integration.equals(SPARK)
                    || type.isEmpty() && !hasParent;
            return application ? RunRole.APPLICATION : RunRole.PART;
        }
        if (integration.equals(AIRFLOW) || integration.equals("DBT") && !STATEMENTS.contains(type)) {
            return RunRole.OWNER;
        }
        return hasParent ? RunRole.PART : RunRole.OWNER;
    }

    /** Who reports, such as {@code openlineage/spark}. */
    String source() {
        return integration.equals(UNSTATED)
                ? "openlineage"
                : "openlineage/"
                        + integration.substring(0, Math.min(integration.length(), 64)).toLowerCase(Locale.ROOT);
    }

    private static String guessed(JsonNode runFacets) {
        if (runFacets.has("airflow") || runFacets.has("airflowDagRun")) {
            return AIRFLOW;
        }
        String engine = upper(runFacets.path("processing_engine").path("name"));
        return ENGINES.contains(engine) ? engine : UNSTATED;
    }

    private static String upper(JsonNode text) {
        return text.isString() ? text.stringValue().strip().toUpperCase(Locale.ROOT) : "";
    }
}
