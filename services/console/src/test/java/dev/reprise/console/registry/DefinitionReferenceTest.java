// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.console.registry.RegistryReading.Refused;
import dev.reprise.schemas.id.JobId;

class DefinitionReferenceTest {
    @Test
    void shouldReadWhereADefinitionIs() {
        Accepted accepted = (Accepted) read("""
                jobs:
                - {job: a/text, definition: sql/load.sql}
                - {job: a/section, definition: {path: load.hql, dialect: hive}}
                - {job: a/none}
                """);

        assertThat(accepted.definitions()).isEqualTo(Map.of(new JobId("a", "text"),
                new DefinitionReference("sql/load.sql", Optional.empty()), new JobId("a", "section"),
                new DefinitionReference("load.hql", Optional.of("hive"))));
    }

    @Test
    void shouldRefuseWhatNamesNoFile() {
        Refused refused = (Refused) read("""
                jobs:
                - {job: a/empty, definition: {}}
                - {job: a/wrong, definition: {path: load.sql, dialekt: hive}}
                - {job: a/list, definition: [load.sql]}
                """);

        assertThat(refused.problems()).extracting("path").containsExactly("jobs[0].definition.path",
                "jobs[1].definition.dialekt", "jobs[2].definition");
    }

    private static RegistryReading read(String document) {
        return RegistryParser.parse(document.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, "ann");
    }
}
