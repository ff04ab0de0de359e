// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.Samples;
import dev.reprise.console.store.ReadModelStore.Origin;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The read model in a file of SQLite. */
class ReadModelStoreTest extends ReadModelContract {

    @TempDir
    Path directory;

    @Override
    ReadModelStore open(Origin origin, Instant now) {
        return ReadModelStore.open(directory, origin, now, new WireCodec());
    }

    @Override
    void execute(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("read-model.db"));
                var command = connection.createStatement()) {
            command.execute(statement);
        }
    }

    @Test
    void shouldRebuildForAnotherCluster() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        reopen(new Origin("cluster-b", "reprise."), NOON);

        assertThat(instances(ALL)).isEmpty();
        assertThat(readModel.writer().positions()).isEmpty();
    }

    @Test
    void shouldRebuildDamagedFile() throws IOException {
        readModel.close();
        Files.writeString(directory.resolve("read-model.db"), "this is no database, and long enough to be looked at");
        readModel = open(ORIGIN, NOON);

        assertThat(instances(ALL)).isEmpty();
    }

    @Test
    void shouldKnowEveryTable() throws IOException {
        try (InputStream schema = ReadModelStore.class.getResourceAsStream("schema.sql")) {
            String text = new String(Objects.requireNonNull(schema).readAllBytes(), StandardCharsets.UTF_8);
            List<String> tables = Pattern.compile("CREATE TABLE (\\w+)").matcher(text).results()
                    .map(found -> found.group(1)).filter(name -> !name.equals("read_model")).toList();

            assertThat(Schema.TABLES).containsExactlyInAnyOrderElementsOf(tables);
        }
    }
}
