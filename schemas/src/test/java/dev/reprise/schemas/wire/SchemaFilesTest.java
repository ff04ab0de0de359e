// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The committed JSON Schemas are the ones derived from the records. After a change of a record, write them anew with
 * {@code mvn test -Dtest=SchemaFilesTest -Dschemas.write=true}, and read the difference.
 */
class SchemaFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/dev/reprise/schemas/json");
    private static final JsonMapper PRETTY = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @ParameterizedTest
    @EnumSource
    void shouldHoldTheSchemaDerivedFromTheRecord(WireType type) throws IOException {
        Path file = FOLDER.resolve(type.schemaName() + ".json");
        String derived = PRETTY.writeValueAsString(SchemaDeriver.derive(type)).replace("\r\n", "\n") + "\n";
        if (Boolean.getBoolean("schemas.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, derived);
        }
        assertThat(file)
                .as("schema of %s; write it with mvn test -Dtest=SchemaFilesTest -Dschemas.write=true", type)
                .content().isEqualTo(derived);
    }

    @Test
    void shouldHoldNoSchemaWithoutAType() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Arrays.stream(WireType.values()).map(type -> type.schemaName() + ".json").toList());
        }
    }
}
