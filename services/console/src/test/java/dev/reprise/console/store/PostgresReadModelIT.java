// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.ORDERS_EU;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.reprise.console.Samples;
import dev.reprise.console.TestPostgres;
import dev.reprise.console.store.Incoming.Message;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.ReadModelStore.Origin;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The read model in PostgreSQL: what holds of the file, and what comes with a server that others use too. */
class PostgresReadModelIT extends ReadModelContract {

    private static TestPostgres postgres;

    private final DatabaseConfig config = schema();

    @BeforeAll
    static void startServer() {
        postgres = new TestPostgres();
    }

    @AfterAll
    static void stopServer() {
        postgres.close();
    }

    private static DatabaseConfig schema() {
        try {
            return postgres.schema();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    ReadModelStore open(Origin origin, Instant now) {
        return ReadModelStore.open(config, origin, Clock.fixed(now, ZoneOffset.UTC), new WireCodec());
    }

    @Override
    void execute(String statement) throws SQLException {
        String schema = config.url().substring(config.url().indexOf("currentSchema=") + "currentSchema=".length());
        postgres.execute("SET search_path TO " + schema + "; " + statement);
    }

    @Test
    void shouldNotProjectTwiceFromTwoConsoles() {
        List<Incoming> records = List.of(
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.GAVE_UP, NOON)),
                message(Topics.INSTANCES, Samples.snapshot(ORDERS_EU, InstanceStatus.GAVE_UP, NOON)));
        Incoming later = message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.SUCCEEDED, NOON));
        try (ReadModelStore other = open(ORIGIN, NOON)) {
            readModel.writer().apply(records, NOON);
            readModel.writer().apply(List.of(later), NOON);
            other.writer().apply(records, NOON);

            assertThat(other.<Map<InstanceStatus, Long>>read(questions -> questions.figures().statuses()))
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(InstanceStatus.GAVE_UP, 1L, InstanceStatus.SUCCEEDED, 1L));
            assertThat(other.writer().positions()).containsExactly(new Position(Topics.INSTANCES, 0, 3));
        }
    }

    @Test
    void shouldRefuseGapThatAnotherConsoleLeft() {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        try (ReadModelStore other = open(ORIGIN, NOON)) {
            other.writer().clear(NOON);
        }
        Incoming next = message(Topics.INSTANCES, Samples.snapshot(REPORT, InstanceStatus.RUNNING, NOON));

        assertThatThrownBy(() -> apply(next)).isInstanceOf(StoreException.class)
                .hasMessageContaining("another console emptied the tables");
        assertThat(readModel.writer().positions()).isEmpty();
        apply(new Message(new Position(Topics.INSTANCES, 0, 0),
                Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)), next);
        assertThat(instances(ALL)).containsExactlyInAnyOrder(ORDERS_28, REPORT);
    }

    @Test
    void shouldRefuseTablesOfAnotherInstallation() {
        assertThatThrownBy(() -> open(new Origin("cluster-b", "other."), NOON)).isInstanceOf(StoreException.class)
                .hasMessageContaining("the database pictures the topics reprise.* of cluster cluster-a")
                .hasMessageContaining("currentSchema=NAME");
    }

    @Test
    void shouldNotTouchTablesOfSomebodyElse() throws SQLException {
        readModel.close();
        execute("DROP TABLE read_model");

        assertThatThrownBy(() -> open(ORIGIN, NOON)).isInstanceOf(StoreException.class)
                .hasMessageContaining("already exists");
    }

    @Test
    void shouldStandStillWhileProgramOfAnotherVersionOwnsTables() throws SQLException {
        execute("UPDATE read_model SET schema_version = 99");

        assertThatThrownBy(this::apply).isInstanceOf(StoreException.class).hasMessageContaining("another version");
    }

    @Test
    void shouldConnectAnewWhenServerEndedConnections() throws SQLException {
        apply(message(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON)));
        assertThat(instances(ALL)).hasSize(1);
        postgres.endConnections();

        assertThat(instances(ALL)).hasSize(1);
        Incoming next = message(Topics.INSTANCES, Samples.snapshot(REPORT, InstanceStatus.RUNNING, NOON));
        assertThatThrownBy(() -> apply(next)).isInstanceOf(StoreException.class);
        apply(next);
        assertThat(instances(ALL)).hasSize(2);
    }

    @Test
    void shouldOpenWhileServerIsAway() {
        DatabaseConfig nowhere = new DatabaseConfig("jdbc:postgresql://127.0.0.1:1/reprise", "reprise",
                Optional.empty());
        try (ReadModelStore store = ReadModelStore.open(nowhere, ORIGIN, Clock.systemUTC(), new WireCodec())) {
            assertThatThrownBy(() -> store.read(Questions::positions)).isInstanceOf(StoreException.class)
                    .hasMessageContaining("Connection to 127.0.0.1:1 refused");
        }
    }
}
