// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.schemas.topic.Topics;

/** The AsyncAPI document says what the code says, both ways. */
class AsyncApiTest {
    private static final Path FILE = Path.of("src/main/resources/dev/reprise/schemas/asyncapi.yaml");
    /** Messages whose value is no JSON of ours. */
    private static final List<String> OPAQUE = List.of("rawBody", "deadLetter");
    private final JsonNode document = new YAMLMapper().readTree(FILE);

    @Test
    void shouldKeepTheStructureOfAsyncApi() throws IOException {
        String rules = Files.readString(Path.of("src/test/resources/asyncapi-parts.schema.yaml"));

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(rules, InputFormat.YAML).validate(document)).isEmpty();
    }

    @Test
    void shouldHoldAChannelForEachTopicAndNoOther() {
        assertThat(document.path("channels").values())
                .extracting(channel -> channel.path("address").asString())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Topics.values()).map(topic -> topic.name("reprise.")).toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldTheMessagesOfATopicAndNoOther(Topics topic) {
        List<String> types = Arrays.stream(WireType.values()).filter(type -> type.topic() == topic)
                .map(WireType::ceType).toList();

        List<String> names = channel(topic).path("messages").values().stream()
                .map(message -> resolve(message).path("name").asString())
                .filter(name -> !OPAQUE.contains(name)).toList();

        assertThat(names).containsExactlyInAnyOrderElementsOf(types);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldTheCleanUpOfATopic(Topics topic) {
        JsonNode settings = channel(topic).at("/bindings/kafka/topicConfiguration");
        Map<String, String> expected = new TreeMap<>();
        switch (topic.cleanup()) {
            case DELETE -> expected.putAll(Map.of("cleanup.policy", "[\"delete\"]", "retention.ms", millis(topic)));
            case COMPACT -> expected.put("cleanup.policy", "[\"compact\"]");
            case COMPACT_AFTER_LAG -> expected.putAll(
                    Map.of("cleanup.policy", "[\"compact\"]", "x-min.compaction.lag.ms", millis(topic)));
            case COMPACT_AND_DELETE -> expected.putAll(
                    Map.of("cleanup.policy", "[\"compact\",\"delete\"]", "retention.ms", millis(topic)));
        }
        if (topic.stampedByBroker()) {
            expected.put("x-message.timestamp.type", "\"LogAppendTime\"");
        }

        assertThat(settings.properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toString())))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDescribeAMessageAsTheCodeDoes(WireType type) {
        JsonNode message = document.path("components").path("messages").values().stream()
                .filter(node -> node.path("name").asString().equals(type.ceType())).findFirst().orElseThrow();

        assertThat(message.path("title").asString()).isEqualTo(type.recordClass().getSimpleName());
        assertThat(message.at("/payload/schema/$ref").asString()).isEqualTo("./json/" + type.schemaName() + ".json");
        assertThat(message.at("/headers/allOf/1/properties/ce_type/const").asString()).isEqualTo(type.ceType());
        assertThat(message.path("summary")).isEqualTo(resolve(message.at("/payload/schema")).path("description"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldDescribeTheKeyOfEachMessageOfATopic(Topics topic) {
        String expected = "#/components/schemas/" + camel(topic.key().name()) + "Key";

        assertThat(channel(topic).path("messages").values()).allSatisfy(message -> {
            JsonNode key = resolve(message).at("/bindings/kafka/key");
            assertThat(key.path("$ref").asString()).isEqualTo(expected);
            assertThat(resolve(key).path("description").asString()).isNotBlank();
        });
    }

    @Test
    void shouldHoldNoMessageOutsideAChannelAndNoReferenceIntoTheVoid() {
        TreeSet<String> used = new TreeSet<>();
        document.path("channels").values().forEach(
                channel -> channel.path("messages").properties().forEach(entry -> used.add(entry.getKey())));

        assertThat(document.path("components").path("messages").propertyNames())
                .containsExactlyInAnyOrderElementsOf(used);
        assertThat(document.findParents("$ref")).isNotEmpty()
                .allSatisfy(reference -> assertThat(resolve(reference).isMissingNode()).as("%s", reference).isFalse());
    }

    /** The headers that the codec writes are the headers described. */
    @Test
    void shouldDescribeTheHeadersThatAreWritten() {
        CloudEventAttributes attributes = new CloudEventAttributes("id-1", "/airflow", WireType.BARRIER.ceType(),
                Optional.of(Instant.EPOCH), Optional.of("00-0-0-00"));

        assertThat(document.at("/components/schemas/cloudEventHeaders/properties").propertyNames())
                .containsExactlyInAnyOrderElementsOf(new WireCodec().headers(attributes).keySet());
    }

    private JsonNode channel(Topics topic) {
        return document.path("channels").values().stream()
                .filter(channel -> channel.path("address").asString().equals(topic.name("reprise."))).findFirst()
                .orElseThrow();
    }

    private JsonNode resolve(JsonNode reference) {
        String target = reference.path("$ref").asString();
        if (target.startsWith("#")) {
            return document.at(target.substring(1));
        }
        return new YAMLMapper().readTree(FILE.resolveSibling(target));
    }

    private static String millis(Topics topic) {
        return Long.toString(topic.retention().toMillis());
    }

    private static String camel(String constant) {
        return Arrays.stream(constant.toLowerCase(Locale.ROOT).split("_"))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.collectingAndThen(Collectors.joining(),
                        name -> Character.toLowerCase(name.charAt(0)) + name.substring(1)));
    }
}
