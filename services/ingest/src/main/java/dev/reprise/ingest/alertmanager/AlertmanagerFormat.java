// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.alertmanager;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;

/**
 * Notifications of Alertmanager: a sign that something may be wrong, never a failure, and their end never a success. A person
 * is told of a run in a state that nobody knows where labels name job and run; of all others nothing follows.
 */
public final class AlertmanagerFormat implements SourceFormat {

    private static final String NAME = "alertmanager";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Fields.of(body).text("version");
    }

    @Override
    public String entity(JsonNode body) {
        return Fields.of(body).text("groupKey").orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        List<Finding> findings = new ArrayList<>();
        version(body.json()).filter(version -> !version.equals("4")).ifPresent(version -> findings.add(
                new Finding.Parked(Kind.UNKNOWN_VERSION, "version", "version " + version + " is not known: 4 is")));
        JsonNode alerts = body.json().path("alerts");
        if (!alerts.isArray()) {
            return Reading
                    .of(new Finding.Parked(Kind.SCHEMA, "alerts", "alerts is no list: send the webhook of version 4"));
        }
        for (JsonNode alert : alerts) {
            findings.add(sign(body, Fields.of(alert)));
        }
        if (Fields.of(body.json()).number("truncatedAlerts").filter(count -> count > 0).isPresent()) {
            findings.add(new Finding.Parked(Kind.SCHEMA, "truncatedAlerts",
                    "alerts were left out: raise max_alerts of the receiver"));
        }
        return findings.isEmpty() ? Reading.ignored("no alert") : Reading.of(findings);
    }

    private static Finding sign(RawBody body, Fields alert) {
        Fields labels = alert.in("labels");
        if (alert.text("status").filter("resolved"::equals).isPresent()) {
            return new Finding.Ignored("the end of an alert is no success");
        }
        Optional<String> job = labels.text("reprise_job").or(() -> labels.text("job_name"));
        Optional<String> run = labels.text("run_id");
        if (job.isEmpty() || run.isEmpty()) {
            return new Finding.Ignored("an alert that names no run is no more than a sign");
        }
        Map<String, String> values = new LinkedHashMap<>();
        alert.time("startsAt", ZoneOffset.UTC).ifPresent(at -> values.put("start_time", at.toString()));
        values.put("run", run.get());
        Instant at = alert.time("startsAt", ZoneOffset.UTC).orElse(body.receivedAt());
        return Attempt.of(Fields.job(body.source(), job.get()), Fields.run(run.get()),
                labels.count("attempt", 1).orElse(1), NAME).stating(Fields.partition(labels.text("partition")))
                .with(values).unknown(at, labels.text("alertname").orElse("alert"));
    }
}
