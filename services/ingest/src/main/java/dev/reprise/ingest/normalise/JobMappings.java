// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.SourceMapping;

/** The mappings of the job registry, read from a copy of its topic. */
final class JobMappings {

    private final ReadOnlyKeyValueStore<byte[], byte[]> jobs;
    private final JsonMapper mapper;

    JobMappings(ReadOnlyKeyValueStore<byte[], byte[]> jobs, JsonMapper mapper) {
        this.jobs = jobs;
        this.mapper = mapper;
    }

    /** The mapping of a job; an entry that cannot be read has none. */
    Optional<SourceMapping> of(JobId job) {
        byte @Nullable [] value = jobs.get(job.key().getBytes(StandardCharsets.UTF_8));
        if (value == null) {
            return Optional.empty();
        }
        try {
            JsonNode mapping = mapper.readTree(value).path("mapping");
            return mapping.isObject()
                    ? Optional.of(mapper.treeToValue(mapping, SourceMapping.class))
                    : Optional.empty();
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }
}
