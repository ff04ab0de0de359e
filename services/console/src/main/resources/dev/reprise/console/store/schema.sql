-- SPDX-License-Identifier: Apache-2.0
-- The read model. Times are milliseconds since 1970 in UTC, documents are the JSON of the contract as it was read.
-- A change here needs a higher ReadModelStore.SCHEMA_VERSION: the tables of an older version are thrown away and rebuilt.
-- PostgreSQL gets each TEXT with COLLATE "C", so that both compare by bytes.

CREATE TABLE read_model (
    schema_version INTEGER NOT NULL,
    cluster_id     TEXT    NOT NULL,
    topic_prefix   TEXT    NOT NULL,
    committed_at   BIGINT  NOT NULL
);

CREATE TABLE positions (
    topic           TEXT    NOT NULL,
    kafka_partition INTEGER NOT NULL,
    next_offset     BIGINT  NOT NULL,
    PRIMARY KEY (topic, kafka_partition)
);

CREATE TABLE jobs (
    job_key    TEXT   NOT NULL PRIMARY KEY,
    namespace  TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    owner      TEXT,
    search     TEXT   NOT NULL,
    updated_at BIGINT NOT NULL,
    document   TEXT   NOT NULL
);
CREATE INDEX jobs_namespace ON jobs (namespace, name);
CREATE INDEX jobs_owner ON jobs (owner);
CREATE INDEX jobs_search ON jobs (search, job_key);

CREATE TABLE job_labels (
    job_key TEXT NOT NULL,
    name    TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (job_key, name)
);
CREATE INDEX job_labels_content ON job_labels (name, content);

CREATE TABLE lineage (
    job_key  TEXT   NOT NULL PRIMARY KEY,
    seen_at  BIGINT NOT NULL,
    document TEXT   NOT NULL
);

CREATE TABLE storms (
    subject           TEXT   NOT NULL PRIMARY KEY,
    concurrency_group TEXT   NOT NULL,
    state             TEXT   NOT NULL,
    since             BIGINT NOT NULL,
    document          TEXT   NOT NULL
);

CREATE TABLE controls (
    scope    TEXT NOT NULL PRIMARY KEY,
    kind     TEXT NOT NULL,
    document TEXT NOT NULL
);

CREATE TABLE silences (
    id       TEXT   NOT NULL PRIMARY KEY,
    ends_at  BIGINT NOT NULL,
    document TEXT   NOT NULL
);

CREATE TABLE subscriptions (
    name     TEXT NOT NULL PRIMARY KEY,
    document TEXT NOT NULL
);

CREATE TABLE acknowledgements (
    alert_key  TEXT   NOT NULL PRIMARY KEY,
    revision   BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    document   TEXT   NOT NULL
);

CREATE TABLE instances (
    instance_key TEXT   NOT NULL PRIMARY KEY,
    job_key      TEXT   NOT NULL,
    namespace    TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    data_partition TEXT NOT NULL,
    status       TEXT   NOT NULL,
    rerun_id     TEXT,
    search       TEXT   NOT NULL,
    updated_at   BIGINT NOT NULL,
    document     TEXT   NOT NULL
);
CREATE INDEX instances_updated ON instances (updated_at, instance_key);
CREATE INDEX instances_status ON instances (status, updated_at, instance_key);
-- A search merges what it finds by jobs and data partitions in the order of change, and reads nothing but these two.
CREATE INDEX instances_job ON instances (job_key, status, updated_at, instance_key);
CREATE INDEX instances_partition ON instances (data_partition, status, updated_at, instance_key);
-- The grid reads nothing but this.
CREATE INDEX instances_grid ON instances (job_key, data_partition, status);

-- How many instances of each job stand where: kept up with every instance, since counting a million takes too long.
CREATE TABLE job_counts (
    job_key   TEXT   NOT NULL,
    status    TEXT   NOT NULL,
    namespace TEXT   NOT NULL,
    search    TEXT   NOT NULL,
    amount    BIGINT NOT NULL,
    PRIMARY KEY (job_key, status)
);
CREATE INDEX job_counts_search ON job_counts (search, job_key, status);

-- How many instances of each data partition stand where: a search looks through names, not through instances.
CREATE TABLE partition_counts (
    data_partition TEXT   NOT NULL,
    status         TEXT   NOT NULL,
    search         TEXT   NOT NULL,
    amount         BIGINT NOT NULL,
    PRIMARY KEY (data_partition, status)
);

CREATE TABLE decisions (
    kafka_partition INTEGER NOT NULL,
    kafka_offset    BIGINT  NOT NULL,
    instance_key    TEXT    NOT NULL,
    decided_at      BIGINT  NOT NULL,
    kind            TEXT    NOT NULL,
    reason          TEXT    NOT NULL,
    cause_topic     TEXT,
    cause_partition INTEGER,
    cause_offset    BIGINT,
    document        TEXT    NOT NULL,
    PRIMARY KEY (kafka_partition, kafka_offset)
);
CREATE INDEX decisions_instance ON decisions (instance_key, kafka_offset);
CREATE INDEX decisions_age ON decisions (decided_at, kafka_partition, kafka_offset);
CREATE INDEX decisions_kind ON decisions (kind, decided_at, kafka_partition, kafka_offset);

-- Each trouble once for each episode of an instance in which it was met.
CREATE TABLE failures (
    instance_key  TEXT   NOT NULL,
    episode       BIGINT NOT NULL,
    signature     TEXT   NOT NULL,
    job_key       TEXT   NOT NULL,
    failure_class TEXT   NOT NULL,
    last_at       BIGINT NOT NULL,
    PRIMARY KEY (instance_key, episode, signature)
);
CREATE INDEX failures_class ON failures (failure_class, signature);
CREATE INDEX failures_age ON failures (last_at);

CREATE TABLE dispatches (
    kafka_partition INTEGER NOT NULL,
    kafka_offset    BIGINT  NOT NULL,
    instance_key    TEXT    NOT NULL,
    rerun_id        TEXT    NOT NULL,
    kind            TEXT    NOT NULL,
    written_at      BIGINT  NOT NULL,
    document        TEXT    NOT NULL,
    PRIMARY KEY (kafka_partition, kafka_offset)
);
CREATE INDEX dispatches_instance ON dispatches (instance_key, written_at);
CREATE INDEX dispatches_age ON dispatches (written_at);

CREATE TABLE alerts (
    alert_key    TEXT   NOT NULL PRIMARY KEY,
    instance_key TEXT   NOT NULL,
    job_key      TEXT   NOT NULL,
    state        TEXT   NOT NULL,
    revision     BIGINT NOT NULL,
    proposal     TEXT,
    starts_at    BIGINT NOT NULL,
    ends_at      BIGINT,
    document     TEXT   NOT NULL
);
CREATE INDEX alerts_state ON alerts (state, starts_at, alert_key);
CREATE INDEX alerts_starts ON alerts (starts_at, alert_key);
CREATE INDEX alerts_instance ON alerts (instance_key);

CREATE TABLE notifications (
    kafka_partition INTEGER NOT NULL,
    kafka_offset    BIGINT  NOT NULL,
    alert_key       TEXT    NOT NULL,
    channel         TEXT    NOT NULL,
    revision        BIGINT  NOT NULL,
    written_at      BIGINT  NOT NULL,
    document        TEXT    NOT NULL,
    PRIMARY KEY (kafka_partition, kafka_offset)
);
CREATE INDEX notifications_alert ON notifications (alert_key, written_at);
CREATE INDEX notifications_age ON notifications (written_at);

-- What a receiver was to be told, and how the last try to tell it ended; either may be read first, or alone.
CREATE TABLE deliveries (
    channel      TEXT   NOT NULL,
    group_key    TEXT   NOT NULL,
    revision     BIGINT NOT NULL,
    written_at   BIGINT NOT NULL,
    outcome      TEXT   NOT NULL,
    tried_at     BIGINT,
    page         TEXT,
    notification TEXT,
    PRIMARY KEY (channel, group_key, revision)
);
CREATE INDEX deliveries_written ON deliveries (written_at, channel, group_key, revision);
CREATE INDEX deliveries_channel ON deliveries (channel, written_at, group_key, revision);
CREATE INDEX deliveries_channel_outcome ON deliveries (channel, outcome, written_at, group_key, revision);
CREATE INDEX deliveries_outcome ON deliveries (outcome, written_at, channel, group_key, revision);

-- The alerts that a page carries: what was sent goes by groups, what is asked for goes by alert and instance.
CREATE TABLE delivery_alerts (
    channel      TEXT   NOT NULL,
    group_key    TEXT   NOT NULL,
    revision     BIGINT NOT NULL,
    alert_key    TEXT   NOT NULL,
    instance_key TEXT   NOT NULL,
    PRIMARY KEY (channel, group_key, revision, alert_key)
);
CREATE INDEX delivery_alerts_alert ON delivery_alerts (alert_key, channel, group_key, revision);
CREATE INDEX delivery_alerts_instance ON delivery_alerts (instance_key, channel, group_key, revision);

CREATE TABLE audit (
    kafka_partition INTEGER NOT NULL,
    kafka_offset    BIGINT  NOT NULL,
    actor           TEXT    NOT NULL,
    action          TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    written_at      BIGINT  NOT NULL,
    document        TEXT    NOT NULL,
    PRIMARY KEY (kafka_partition, kafka_offset)
);
CREATE INDEX audit_subject ON audit (subject, written_at);
CREATE INDEX audit_age ON audit (written_at, kafka_partition, kafka_offset);
CREATE INDEX audit_actor ON audit (actor, written_at, kafka_partition, kafka_offset);

CREATE TABLE dead_letters (
    topic           TEXT    NOT NULL,
    kafka_partition INTEGER NOT NULL,
    kafka_offset    BIGINT  NOT NULL,
    found_at        BIGINT  NOT NULL,
    found_by        TEXT    NOT NULL,
    source_topic    TEXT    NOT NULL,
    source_partition INTEGER,
    source_offset   BIGINT,
    cause           TEXT    NOT NULL,
    message         TEXT    NOT NULL,
    record_key      TEXT    NOT NULL,
    value_bytes     BIGINT  NOT NULL,
    PRIMARY KEY (topic, kafka_partition, kafka_offset)
);
CREATE INDEX dead_letters_found ON dead_letters (found_at);
