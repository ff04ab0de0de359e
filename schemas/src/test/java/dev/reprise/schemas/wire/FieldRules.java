// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.lang.reflect.RecordComponent;
import java.time.DayOfWeek;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.ClassBudget;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.OverrideRule;
import dev.reprise.schemas.job.PartitionTemplate;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.routing.Routing;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;

/**
 * The bounds of fields as JSON Schema: by component, or by record and component where a name means different things.
 * That they are the bounds which the records themselves keep is proven by {@code BoundsAgreementTest}.
 */
final class FieldRules {
    private static final String NO_CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";
    private static final String NAME_PATTERN = "^[^\\u0020" + NO_CONTROL + "]([^" + NO_CONTROL + "]*[^\\u0020"
            + NO_CONTROL + "])?$";
    /** Namespace and name with every character escaped, and the slash. */
    private static final int MAX_JOB = 3 * (JobId.MAX_NAMESPACE + JobId.MAX_NAME) + 1;

    private static final Map<String, Consumer<ObjectNode>> TABLE = Map.ofEntries(
            Map.entry("source", text(Bounds.MAX_NAME)), Map.entry("requestId", text(Bounds.MAX_NAME)),
            Map.entry("requestedBy", text(Bounds.MAX_NAME)), Map.entry("actor", text(Bounds.MAX_NAME)),
            Map.entry("nonce", text(Bounds.MAX_NAME)), Map.entry("asker", text(Bounds.MAX_NAME)),
            Map.entry("token", node -> node.put("minimum", 0)),
            Map.entry("Grant.generation", node -> node.put("minimum", 0)),
            Map.entry("Refuse.generation", node -> node.put("minimum", 0)),
            Map.entry("PermitGranted.generation", node -> node.put("minimum", 0)),
            Map.entry("PermitRefused.generation", node -> node.put("minimum", 0)),
            Map.entry("state", text(Bounds.MAX_NAME)), Map.entry("policyVersion", text(Bounds.MAX_NAME)),
            Map.entry("Policy.version", text(Bounds.MAX_NAME)), Map.entry("updatedBy", text(Bounds.MAX_NAME)),
            Map.entry("Owner.name", text(Bounds.MAX_NAME)), Map.entry("action", text(Bounds.MAX_NAME)),
            Map.entry("via", text(Bounds.MAX_NAME)), Map.entry("before", text(Bounds.MAX_NAME)),
            Map.entry("after", text(Bounds.MAX_NAME)), Map.entry("Takeover.owner", text(Bounds.MAX_NAME)),
            Map.entry("Cause.type", text(Bounds.MAX_NAME)), Map.entry("Cause.topic", text(Bounds.MAX_NAME)),
            Map.entry("reason", text(Bounds.MAX_TEXT)), Map.entry("upstream", text(Bounds.MAX_TEXT)),
            Map.entry("subject", text(AuditEntry.MAX_SUBJECT)), Map.entry("link", text(Bounds.MAX_URL)),
            Map.entry("channel", text(Bounds.MAX_NAME).andThen(node -> node.put("pattern", "^[^|]*[^|\\s][^|]*$"))),
            Map.entry("subscription", text(Bounds.MAX_NAME)), Map.entry("why", atMost(Bounds.MAX_TEXT)),
            Map.entry("fresh", node -> node.put("minimum", 0)), Map.entry("still", node -> node.put("minimum", 0)),
            Map.entry("over", node -> node.put("minimum", 0)),
            Map.entry("suppressions", node -> count(node, PageItem.MAX_SUPPRESSIONS)),
            Map.entry("Suppression.by", text(Suppression.MAX_BY)), Map.entry("Silence.id", text(Bounds.MAX_NAME)),
            Map.entry("matchers", node -> entries(node, 1, Silence.MAX_MATCHERS).put("type", "string")
                    .put("maxLength", Matcher.MAX_LENGTH).put("pattern", "\\S")),
            Map.entry("SubscriptionRule.name",
                    node -> node.put("pattern", "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")),
            Map.entry("SubscriptionRule.owner", text(Bounds.MAX_NAME)),
            Map.entry("match", node -> names(node, SubscriptionRule.MAX_MATCHERS, Matcher.MAX_LENGTH)),
            Map.entry("groupBy", node -> names(node, SubscriptionRule.MAX_LABELS, Bounds.MAX_NAME)),
            Map.entry("receivers", node -> {
                names(node, SubscriptionRule.MAX_RECEIVERS, Bounds.MAX_NAME);
                node.put("minItems", 1);
            }), Map.entry("fallback", text(Bounds.MAX_NAME)),
            Map.entry("escalation", node -> count(node, SubscriptionRule.MAX_STEPS)),
            Map.entry("Page.items", node -> {
                count(node, Page.MAX_ITEMS);
                node.put("minItems", 1);
            }),
            // Texts that Reprise writes are cut to their bound by the record itself.
            Map.entry("detail", atMost(Bounds.MAX_TEXT)), Map.entry("summary", atMost(AlertContent.MAX_SUMMARY)),
            Map.entry("description", atMost(AlertContent.MAX_DESCRIPTION)),
            // Evidence is cut, never refused, so that no failure goes unheard for the length of its message.
            Map.entry("ErrorEvidence.message", node -> {}), Map.entry("ErrorEvidence.type", node -> {}),
            Map.entry("ErrorEvidence.code", node -> {}), Map.entry("ErrorEvidence.exitCode", node -> {}),
            Map.entry("ErrorEvidence.outputTail", node -> {}), Map.entry("ErrorEvidence.logUrl", node -> {}),
            Map.entry("traceparent", node -> node.put("pattern", "^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$")),
            Map.entry("requestHash", node -> node.put("pattern", "^[0-9a-f]{64}$")),
            Map.entry("method", node -> node.putArray("enum").add("POST").add("PUT").add("PATCH")),
            Map.entry("url", node -> node.put("maxLength", Bounds.MAX_URL).put("pattern", "^https?://")),
            Map.entry("body", atMost(TargetSpec.Http.MAX_BODY)), Map.entry("idempotencyKeyHeader", text(128)),
            Map.entry("workingDirectory", text(1024)), Map.entry("equalTo", atMost(Bounds.MAX_TEXT)),
            Map.entry("pointer", FieldRules::pointer), Map.entry("runIdPointer", FieldRules::pointer),
            Map.entry("command", node -> texts(node, 1, TargetSpec.Process.MAX_ARGUMENTS,
                    TargetSpec.Process.MAX_ARGUMENT)),
            Map.entry("emails", node -> texts(node, 0, 16, 254)),
            Map.entry("statuses", node -> between(entries(node, 1, 100).put("type", "integer"), 200, 299)),
            Map.entry("labels", node -> map(node, Bounds.MAX_LABELS, Bounds.MAX_LABEL_NAME, Bounds.MAX_LABEL_VALUE)),
            Map.entry("environment", node -> map(node, 64, 128, Bounds.MAX_TEXT)),
            Map.entry("headers", node -> map(node, 32, 128, 1024)),
            Map.entry("settings", node -> map(node, SchedulerAction.MAX_SETTINGS, 128, Bounds.MAX_TEXT)),
            Map.entry("attempt", node -> node.put("minimum", 1)), Map.entry("number", node -> node.put("minimum", 1)),
            Map.entry("attempts", node -> node.put("minimum", 1)),
            Map.entry("revision", node -> node.put("minimum", 1)),
            Map.entry("generation", node -> node.put("minimum", 1)),
            Map.entry("DecisionRecord.generation", node -> node.put("minimum", 0)),
            Map.entry("InstanceSnapshot.generation", node -> node.put("minimum", 0)),
            Map.entry("episode", node -> node.put("minimum", 0)), Map.entry("epoch", node -> node.put("minimum", 0)),
            Map.entry("reruns", node -> node.put("minimum", 0)),
            Map.entry("openAlerts", node -> node.put("minimum", 0)),
            Map.entry("kafkaPartition", node -> node.put("minimum", 0)),
            Map.entry("kafkaPartitions", node -> between(node, 1, Routing.MAX_KAFKA_PARTITIONS)),
            Map.entry("offset", node -> node.put("minimum", 0)),
            Map.entry("maxReruns", node -> between(node, 0, 100)),
            Map.entry("NativeRetries.attempts", node -> between(node, 1, 100)),
            Map.entry("starts", node -> between(node, 1, 30)),
            Map.entry("group", text(Bounds.MAX_NAME)), Map.entry("scope", text(Control.MAX_SCOPE)),
            Map.entry("AdmissionRuled.subject", text(AdmissionRuled.MAX_SUBJECT)),
            Map.entry("StormEnded.subject", text(AdmissionRuled.MAX_SUBJECT)),
            Map.entry("StormSnapshot.subject", text(AdmissionRuled.MAX_SUBJECT)),
            Map.entry("StormSnapshot.signature", text(Bounds.MAX_NAME)), Map.entry("heldBy", text(Bounds.MAX_NAME)),
            Map.entry("signature", atMost(Bounds.MAX_NAME)), Map.entry("failureRule", text(Bounds.MAX_NAME)),
            Map.entry("StormSnapshot.failures", node -> node.put("minimum", 0)),
            Map.entry("held", node -> node.put("minimum", 0)), Map.entry("released", node -> node.put("minimum", 0)),
            Map.entry("UpstreamRewritten.generation", node -> node.put("minimum", 0)),
            Map.entry("failures", node -> between(node, 1, AdmissionRule.MAX_COUNT)),
            Map.entry("probes", node -> between(node, 1, AdmissionRule.MAX_PROBES)),
            Map.entry("releasePerMinute", node -> between(node, 1, AdmissionRule.MAX_COUNT)),
            Map.entry("maxParallel", node -> between(node, 0, AdmissionRule.MAX_COUNT)),
            Map.entry("retryBudget", node -> between(node, 0, 100)),
            Map.entry("retryBudgetFloor", node -> between(node, 0, AdmissionRule.MAX_COUNT)),
            Map.entry("budgets", node -> count(node, FailureClass.values().length)),
            Map.entry("ClassBudget.reruns", node -> between(node, 0, ClassBudget.MAX_RERUNS)),
            Map.entry("failureRules", node -> count(node, Policy.MAX_FAILURE_RULES)),
            Map.entry("FailureRule.id", text(FailureRule.MAX_ID)),
            Map.entry("FailureRule.source", text(FailureRule.MAX_PATTERN)),
            Map.entry("FailureRule.type", text(FailureRule.MAX_PATTERN)),
            Map.entry("FailureRule.code", text(FailureRule.MAX_PATTERN)),
            Map.entry("FailureRule.message", text(FailureRule.MAX_PATTERN)),
            Map.entry("exitCodes", node -> between(entries(node, 0, FailureRule.MAX_EXIT_CODES).put("type", "integer"),
                    Integer.MIN_VALUE, Integer.MAX_VALUE)),
            Map.entry("Policy.overrides", node -> count(node, Policy.MAX_OVERRIDES)),
            Map.entry("OverrideRule.rule", text(FailureRule.MAX_ID)),
            Map.entry("overrides", FieldRules::parameters), Map.entry("set", FieldRules::parameters),
            Map.entry("initial", FieldRules::parameters), Map.entry("ceiling", FieldRules::parameters),
            Map.entry("dayOffset", node -> between(node, 0, Deadline.MAX_DAYS)),
            Map.entry("Deadline.at", FieldRules::timeOfDay), Map.entry("from", FieldRules::timeOfDay),
            Map.entry("to", FieldRules::timeOfDay),
            Map.entry("zone", node -> node.put("pattern", "^[A-Za-z][A-Za-z0-9~/._+-]{1,63}$")),
            Map.entry("SourceMapping.partition", FieldRules::template),
            Map.entry("days", node -> count(node, DayOfWeek.values().length)),
            Map.entry("blackouts", node -> count(node, Policy.MAX_BLACKOUTS)),
            Map.entry("dependsOn", node -> count(node, Cascade.MAX_DEPENDENCIES)),
            Map.entry("inputs", node -> names(node, JobLineage.MAX_DATASETS, JobLineage.MAX_DATASET)),
            Map.entry("outputs", node -> names(node, JobLineage.MAX_DATASETS, JobLineage.MAX_DATASET)),
            Map.entry("conditions", node -> texts(node, 0, DefinitionAnalysis.MAX_CONDITIONS,
                    DefinitionAnalysis.MAX_CONDITION)),
            Map.entry("findings", node -> count(node, DefinitionAnalysis.MAX_FINDINGS)),
            Map.entry("AlertContent.findings", node -> count(node, AlertContent.MAX_FINDINGS)),
            Map.entry("statements", node -> count(node, Statement.MAX_STATEMENTS)),
            Map.entry("Statement.values", node -> map(node, Statement.MAX_VALUES, Statement.MAX_NAME,
                    Statement.MAX_VALUE)),
            Map.entry("definition", text(DefinitionFinding.MAX_PLACE)),
            Map.entry("hash", node -> node.put("pattern", "^[0-9a-f]{64}$")),
            Map.entry("DefinitionFinding.rule", text(Bounds.MAX_NAME)),
            Map.entry("place", text(DefinitionFinding.MAX_PLACE)),
            Map.entry("excerpt", atMost(DefinitionFinding.MAX_EXCERPT)),
            Map.entry("DefinitionFinding.message", atMost(DefinitionFinding.MAX_MESSAGE)),
            Map.entry("fix", atMost(DefinitionFinding.MAX_MESSAGE)),
            Map.entry("factor", node -> between(node, 1, 10)), Map.entry("jitter", node -> between(node, 0, 1)));

    private static final Map<String, Consumer<ObjectNode>> VALUES = Map.of(
            "JobId", node -> node.put("description", "NAMESPACE/NAME, a slash inside a part written %2F")
                    .put("maxLength", MAX_JOB)
                    .put("pattern", "^[^/\\u0020" + NO_CONTROL + "]([^/" + NO_CONTROL + "]*[^/\\u0020" + NO_CONTROL
                            + "])?/[^/\\u0020" + NO_CONTROL + "]([^/" + NO_CONTROL + "]*[^/\\u0020" + NO_CONTROL
                            + "])?$"),
            "PartitionKey", node -> node
                    .put("description", "the data partition, such as ds=2026-11-29, or * for the whole job; no control"
                            + " characters, no space at either end")
                    .put("maxLength", PartitionKey.MAX_LENGTH).put("pattern", NAME_PATTERN),
            "RunId",
            node -> node.put("description", "a run id without control characters and without a space at either end")
                    .put("maxLength", RunId.MAX_LENGTH).put("pattern", NAME_PATTERN),
            "InstanceId", node -> node.put("description", "NAMESPACE/NAME/PARTITION, a slash inside namespace or name"
                    + " written %2F").put("maxLength", MAX_JOB + 1 + PartitionKey.MAX_LENGTH)
                    .put("pattern", "^[^/\\u0020" + NO_CONTROL + "][^/" + NO_CONTROL + "]*/[^/\\u0020" + NO_CONTROL
                            + "][^/" + NO_CONTROL + "]*/([^" + NO_CONTROL + "]*[^\\u0020" + NO_CONTROL + "])$"),
            "RerunId", node -> node.put("description", "rr- and 32 characters of a-z and 2-7")
                    .put("pattern", "^rr-[a-z2-7]{32}$"),
            "AlertKey", node -> node.put("description", "KIND/SUBJECT, no control characters, no space at either end")
                    .put("maxLength", AlertKey.MAX_LENGTH)
                    .put("pattern", "^[^/\\u0020" + NO_CONTROL + "][^/" + NO_CONTROL + "]*/([^" + NO_CONTROL
                            + "]*[^\\u0020" + NO_CONTROL + "])$"));

    /** Text around at least one placeholder whose name is known. */
    private static void template(ObjectNode node) {
        String placeholder = "\\{\\{(" + String.join("|", PartitionTemplate.TEXTS) + "|(" + String.join("|",
                PartitionTemplate.TIMES) + "|parameter\\.[A-Za-z0-9_.-]{1,128})(\\|[^{}]+)?)\\}\\}";
        node.put("minLength", 1).put("maxLength", PartitionTemplate.MAX_LENGTH)
                .put("pattern", "^[^{}]*(" + placeholder + "[^{}]*)+$");
    }

    /** Adds the bounds of a component; one without a rule fails, so that nothing is unbounded by oversight. */
    ObjectNode apply(RecordComponent component, ObjectNode schema) {
        String record = component.getDeclaringRecord().getSimpleName();
        Consumer<ObjectNode> rule = TABLE.getOrDefault(record + "." + component.getName(),
                TABLE.get(component.getName()));
        if (rule == null) {
            throw new IllegalStateException(record + "." + component.getName() + " has no rule: add it to the table");
        }
        rule.accept(schema);
        return schema;
    }

    void applyValue(Class<?> valueType, ObjectNode schema) {
        Consumer<ObjectNode> rule = VALUES.get(valueType.getSimpleName());
        if (rule == null) {
            throw new IllegalStateException(valueType.getSimpleName() + " has no rule: add it to the table");
        }
        rule.accept(schema);
    }

    private static Consumer<ObjectNode> text(int max) {
        return node -> node.put("maxLength", max).put("pattern", "\\S");
    }

    private static Consumer<ObjectNode> atMost(int max) {
        return node -> node.put("maxLength", max);
    }

    private static void pointer(ObjectNode node) {
        node.put("maxLength", 512).put("pattern", "^(/|$)");
    }

    private static ObjectNode between(ObjectNode node, int min, int max) {
        return node.put("minimum", min).put("maximum", max);
    }

    private static ObjectNode entries(ObjectNode node, int min, int max) {
        node.put("minItems", min).put("maxItems", max);
        return node.putObject("items");
    }

    /** Records or words: their own definition bounds each. */
    private static void count(ObjectNode node, int max) {
        node.put("maxItems", max);
    }

    private static void names(ObjectNode node, int max, int maxLength) {
        entries(node, 0, max).put("type", "string").put("maxLength", maxLength).put("pattern", "\\S");
    }

    private static void parameters(ObjectNode node) {
        map(node, OverrideRule.MAX_PARAMETERS, OverrideRule.MAX_PARAMETER, OverrideRule.MAX_VALUE);
    }

    private static void timeOfDay(ObjectNode node) {
        node.put("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$");
    }

    private static void texts(ObjectNode node, int min, int max, int maxLength) {
        entries(node, min, max).put("type", "string").put("maxLength", maxLength);
    }

    private static void map(ObjectNode node, int maxEntries, int maxName, int maxValue) {
        node.put("maxProperties", maxEntries);
        node.putObject("propertyNames").put("minLength", 1).put("maxLength", maxName);
        node.putObject("additionalProperties").put("type", "string").put("maxLength", maxValue);
    }
}
