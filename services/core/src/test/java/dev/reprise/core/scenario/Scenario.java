// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.job.ApprovalRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.WhenUnknown;

/** One case: policy, events in order of arrival, expected decisions. */
record Scenario(String id, String title, JsonNode policy, List<JsonNode> events, long runOn, List<Answer> expected) {

    /** A decision as scenarios write it. */
    record Answer(long t, String on, String decision, String reason) implements Comparable<Answer> {
        @Override
        public int compareTo(Answer other) {
            return toString().compareTo(other.toString());
        }
    }

    static List<Scenario> all() {
        try (var stream = Scenario.class.getResourceAsStream("/scenarios/scenarios.json")) {
            List<Scenario> scenarios = new ArrayList<>();
            for (JsonNode node : JsonMapper.shared().readTree(stream)) {
                scenarios.add(read(node));
            }
            return scenarios;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Scenario read(JsonNode node) {
        List<Answer> expected = new ArrayList<>();
        for (JsonNode answer : node.path("expected")) {
            expected.add(new Answer(answer.path("t").asLong(), answer.path("on").asString(),
                    answer.path("decision").asString(), answer.path("reason").asString()));
        }
        List<JsonNode> events = new ArrayList<>();
        node.path("events").forEach(events::add);
        return new Scenario(node.path("id").asString(), node.path("title").asString(), node.path("policy"), events,
                node.path("run_on").asLong(), expected);
    }

    Scenario withEvents(List<JsonNode> other) {
        return new Scenario(id, title, policy, other, runOn, expected);
    }

    boolean knows(String job) {
        JsonNode own = policy.path(job);
        boolean listed = own.isObject() || policy.path("*").isObject();
        return listed && setting(job, "known").asBoolean(true);
    }

    JsonNode setting(String job, String name) {
        JsonNode own = policy.path(job).path(name);
        return own.isMissingNode() ? policy.path("*").path(name) : own;
    }

    long seconds(String job, String name, long otherwise) {
        return setting(job, name).asLong(otherwise);
    }

    Policy policyOf(String job) {
        boolean idempotent = setting(job, "idempotent").asBoolean(true);
        JsonNode silence = setting(job, "hb_timeout");
        return new Policy("scenario", RerunRule.ON_FAILURE,
                idempotent ? Idempotency.IDEMPOTENT : Idempotency.NOT_IDEMPOTENT, WhenUnknown.ALERT,
                new ApprovalRule(Duration.ofHours(4), false), (int) seconds(job, "max_reruns", 1),
                new Backoff(Duration.ZERO, 2, Duration.ofMinutes(30), 0),
                Duration.ofSeconds(seconds(job, "settle", 30)),
                Duration.ofSeconds(seconds(job, "max_age", 3600)), Duration.ofSeconds(seconds(job, "request_age", 600)),
                silence.isNumber() ? Optional.of(Duration.ofSeconds(silence.asLong())) : Optional.empty(),
                new NativeRetries((int) seconds(job, "native_attempts", 1),
                        Duration.ofSeconds(seconds(job, "native_delay", 60))),
                new Flapping((int) seconds(job, "flap_limit", 3),
                        Duration.ofSeconds(seconds(job, "flap_window", 3600))));
    }
}
