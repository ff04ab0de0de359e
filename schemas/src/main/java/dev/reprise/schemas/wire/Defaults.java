// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.RerunMode;

/**
 * What a field means when a sender leaves it out: one table, so that an event written by hand can be short. A field that
 * is not in it and not optional is required. The JSON Schemas show the same table.
 */
final class Defaults {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final JsonNode NOTHING_DECLARED = JSON.objectNode().set("dependsOn", JSON.arrayNode())
            .put("onRewrite", OnRewrite.LIST.name());

    private static final Map<Field, JsonNode> TABLE = Map.ofEntries(
            row("attempt", int.class, JSON.numberNode(1)),
            row("kind", FailureKind.class, JSON.stringNode(FailureKind.FAILED.name())),
            row("retry", RetryOutlook.class, JSON.stringNode(RetryOutlook.UNSTATED.name())),
            row("phase", RunPhase.class, JSON.stringNode(RunPhase.MAY_HAVE_RUN.name())),
            row("proof", SuccessProof.class, JSON.stringNode(SuccessProof.OWNER.name())),
            row("by", KilledBy.class, JSON.stringNode(KilledBy.UNKNOWN.name())),
            row("correlated", boolean.class, JSON.booleanNode(false)),
            row("force", boolean.class, JSON.booleanNode(false)),
            row("acceptNotIdempotent", boolean.class, JSON.booleanNode(false)),
            row("withDownstream", boolean.class, JSON.booleanNode(false)),
            row("labels", Map.class, JSON.objectNode()), row("environment", Map.class, JSON.objectNode()),
            row("headers", Map.class, JSON.objectNode()),
            // What came later than the type: a message of an older writer says nothing of it, and means this.
            row("mode", RerunMode.class, JSON.stringNode(RerunMode.LIVE.name())),
            row("trustAfterFailure", boolean.class, JSON.booleanNode(false)),
            row("budgets", List.class, JSON.arrayNode()), row("failureRules", List.class, JSON.arrayNode()),
            row("blackouts", List.class, JSON.arrayNode()), row("findings", List.class, JSON.arrayNode()),
            row("overrides", List.class, JSON.arrayNode()), row("overrides", Map.class, JSON.objectNode()),
            row("cascade", Cascade.class, NOTHING_DECLARED), row("dependsOn", List.class, JSON.arrayNode()),
            row("onRewrite", OnRewrite.class, JSON.stringNode(OnRewrite.LIST.name())),
            row("partition", PartitionMapping.class, JSON.stringNode(PartitionMapping.SAME.name())),
            row("conditions", List.class, JSON.arrayNode()), row("exitCodes", List.class, JSON.arrayNode()),
            row("initial", Map.class, JSON.objectNode()), row("ceiling", Map.class, JSON.objectNode()),
            row("suppressions", List.class, JSON.arrayNode()), row("match", List.class, JSON.arrayNode()),
            row("groupBy", List.class, JSON.arrayNode()), row("escalation", List.class, JSON.arrayNode()),
            row("days", List.class, JSON.arrayNode()), row("statements", List.class, JSON.arrayNode()));

    /** A field by name and type: a name alone means different things in different messages. */
    private record Field(String name, Class<?> type) {}

    private Defaults() {}

    /** The value of a field that was left out, as a copy of its own. */
    static Optional<JsonNode> of(RecordComponent component) {
        return Optional.ofNullable(TABLE.get(new Field(component.getName(), component.getType())))
                .map(JsonNode::deepCopy);
    }

    /** The fields of a message that its CloudEvents attributes stand in for: {@code at} and {@code source}. */
    static Set<String> fromAttributes(Class<?> message) {
        if (RunEvent.class.isAssignableFrom(message)) {
            return Set.of("at", "source");
        }
        return OperatorCommand.class.isAssignableFrom(message) ? Set.of("at") : Set.of();
    }

    private static Map.Entry<Field, JsonNode> row(String name, Class<?> type, JsonNode value) {
        return Map.entry(new Field(name, type), value);
    }
}
