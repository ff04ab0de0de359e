// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.topic.Topics;

class WireTypeTest {

    @ParameterizedTest
    @EnumSource
    void shouldBeFoundByItsAttributeAndByItsRecord(WireType type) {
        assertThat(WireType.ofCeType(type.ceType())).contains(type);
        assertThat(type.ceType()).matches("dev\\.reprise\\.[a-z.-]+\\.v[1-9][0-9]*").endsWith(type.schemaName());
    }

    /** A new kind of event, command, ledger line or alert is a new line of the table, and on the family's topic. */
    @ParameterizedTest
    @MethodSource
    void shouldHoldEachMemberOfAFamily(Topics topic, Class<?> family) {
        assertThat(Arrays.stream(WireType.values()).filter(type -> type.topic() == topic))
                .extracting(WireType::recordClass)
                .containsExactlyInAnyOrderElementsOf(leaves(family).<Class<? extends Record>>map(
                        leaf -> leaf.asSubclass(Record.class)).toList());
    }

    static Stream<Arguments> shouldHoldEachMemberOfAFamily() {
        return Stream.of(
                arguments(Topics.EVENTS, InstanceEvent.class), arguments(Topics.COMMANDS, RunnerCommand.class),
                arguments(Topics.DISPATCHES, DispatchRecord.class), arguments(Topics.ALERTS, Alert.class),
                arguments(Topics.ADMISSIONS, AdmissionMessage.class),
                arguments(Topics.PERMITS, Permit.class));
    }

    /** Closed all the way down: no object of a schema takes a field that it does not name, but for maps of texts. */
    @ParameterizedTest
    @EnumSource
    void shouldHaveAClosedSchema(WireType type) {
        JsonNode schema = JsonMapper.shared().readTree(SchemaCheck.class.getResourceAsStream(type.schemaResource()));

        assertThat(schema.path("$id").asString()).isEqualTo(type.schemaId());
        assertThat(schema.findParents("properties")).isNotEmpty().allSatisfy(object -> assertThat(
                object.path("additionalProperties").isBoolean() || object.has("allOf") || isCondition(object))
                .as("%s", object).isTrue());
    }

    @Test
    void shouldSuggestOnlyTypesThatExist() {
        assertThat(WireType.ceTypes()).hasSize(WireType.values().length);
    }

    private static boolean isCondition(JsonNode object) {
        return object.path("properties").values().stream().allMatch(property -> property.has("const"));
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(WireTypeTest::leaves)
                : Stream.of(type);
    }
}
