// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.schemas.wire.WireCodec;

/**
 * The tables of the read model: one connection that writes, a few that read, each reader with a picture of one moment.
 *
 * <p>The topics are the truth. Tables of another schema version, another cluster or prefix, a damaged one, or one that was
 * left alone for so long that a deletion may have passed unseen, is thrown away and filled again from the topics.
 */
public final class ReadModelStore implements AutoCloseable {

    /** The version of {@code schema.sql}. */
    public static final int SCHEMA_VERSION = 9;
    /** A day less than the markers of deleted keys live in compacted topics. */
    static final Duration LONGEST_ABSENCE = Duration.ofDays(6);

    private static final Logger LOGGER = LoggerFactory.getLogger(ReadModelStore.class);
    private static final int READERS = 4;

    private final ReadModelWriter writer;
    private final BlockingQueue<Sql> readers;
    private final Documents documents;
    private final CommitSignal commits;

    private ReadModelStore(ReadModelWriter writer, List<Sql> readers, Documents documents, CommitSignal commits) {
        this.writer = writer;
        this.readers = new ArrayBlockingQueue<>(READERS, true, readers);
        this.documents = documents;
        this.commits = commits;
    }

    /**
     * Whose topics the file pictures.
     *
     * @param clusterId the Kafka cluster
     * @param topicPrefix the prefix of the topics
     */
    public record Origin(String clusterId, String topicPrefix) {}

    /**
     * Opens the file in a directory, or begins a new one.
     *
     * @param directory made when absent; this process must be its only user
     * @param now the time, for the age of the file
     * @throws StoreException if the directory cannot be written
     */
    public static ReadModelStore open(Path directory, Origin origin, Instant now, WireCodec codec) {
        return open(SqliteFile.in(directory, origin, now), origin, codec);
    }

    /**
     * Opens the tables in a database of PostgreSQL, or makes them there. A server that is away at present is no obstacle:
     * each use tries again.
     *
     * @throws StoreException if the server refuses, or the tables there are not ours
     */
    public static ReadModelStore open(DatabaseConfig config, Origin origin, Clock clock, WireCodec codec) {
        ReadModelStore store = open(new PostgresDatabase(config, origin, clock), origin, codec);
        try {
            store.writer.positions();
        } catch (StoreException e) {
            if (!(e.getCause() instanceof SQLException cause) || !Database.isAway(cause)) {
                store.close();
                throw e;
            }
            LOGGER.atWarn().setCause(e).addKeyValue("database", config.url())
                    .log("the database of the read model is away and will be tried again");
        }
        return store;
    }

    private static ReadModelStore open(Database database, Origin origin, WireCodec codec) {
        List<Sql> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(new Sql(database::reader, database.isRemote()));
        }
        Documents documents = new Documents(codec);
        CommitSignal commits = new CommitSignal();
        return new ReadModelStore(
                new ReadModelWriter(new Sql(database::writer, database.isRemote()), origin, documents, commits),
                readers,
                documents, commits);
    }

    /** Where the one writing thread writes. */
    public ReadModelWriter writer() {
        return writer;
    }

    /** Tells when the writer has committed. */
    public CommitSignal commits() {
        return commits;
    }

    /**
     * Asks questions that all see the same moment. Waits for a free connection.
     *
     * @param asking changes nothing: it is called once more where the first connection turns out to be broken
     * @throws StoreException if the database is away
     */
    public <T> T read(Function<Questions, T> asking) {
        Sql sql = borrow();
        try {
            boolean old = sql.isOpen();
            try {
                return asking.apply(new Questions(sql, documents));
            } catch (StoreException e) {
                sql.rollback();
                if (!old || sql.isOpen()) {
                    throw e;
                }
                return asking.apply(new Questions(sql, documents));
            }
        } finally {
            sql.rollback();
            readers.add(sql);
        }
    }

    /** Closes every connection; a reader that is at work ends with a {@link StoreException}. */
    @Override
    public void close() {
        writer.close();
        List<Sql> idle = new ArrayList<>();
        readers.drainTo(idle);
        idle.forEach(Sql::close);
    }

    private Sql borrow() {
        try {
            return readers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for the read model", e);
        }
    }
}
