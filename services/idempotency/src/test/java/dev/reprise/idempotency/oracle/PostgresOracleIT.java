// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The labelled scripts that ran on PostgreSQL, executed on an embedded one. */
class PostgresOracleIT {
    @Test
    void shouldNotBeRefutedByPostgres() throws IOException, SQLException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(3)).start()) {
            List<String> refuted = LabelledOracleTest.Outcomes.over(Map.of("PostgreSQL", engine(postgres)));

            assertThat(refuted).isEmpty();
        }
    }

    private static Engine engine(EmbeddedPostgres postgres) {
        AtomicInteger number = new AtomicInteger();
        return () -> {
            String name = "oracle" + number.incrementAndGet();
            execute(postgres, "create database " + name);
            return new Engine.Database() {
                @Override
                public Engine.Session connect() throws SQLException {
                    return new JdbcSession(postgres.getDatabase("postgres", name).getConnection(),
                            "select tablename from pg_tables where schemaname='public'");
                }

                @Override
                public void close() throws SQLException {
                    execute(postgres, "drop database " + name + " with (force)");
                }
            };
        };
    }

    private static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
