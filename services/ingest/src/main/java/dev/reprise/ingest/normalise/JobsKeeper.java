// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Keeps the newest record of each job. */
final class JobsKeeper implements Processor<byte[], byte[], Void, Void> {

    private @Nullable KeyValueStore<byte[], byte[]> jobs;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        jobs = context.getStateStore(NodeNames.JOBS);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        KeyValueStore<byte[], byte[]> known = jobs;
        if (known != null && record.key() != null) {
            known.put(record.key(), record.value());
        }
    }
}
