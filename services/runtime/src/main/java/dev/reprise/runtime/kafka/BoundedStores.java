// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Keeps RocksDB's memory small: entries are small and few, and Kafka's defaults reserve for large stores. Made by Kafka
 * Streams, by its name.
 */
public final class BoundedStores implements RocksDBConfigSetter {

    private static final long WRITE_BUFFER_BYTES = 2L * 1024 * 1024;
    private static final int WRITE_BUFFERS = 2;

    /** For Kafka Streams, which makes it by its name. */
    public BoundedStores() {}

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setMaxWriteBufferNumber(WRITE_BUFFERS);
    }

    @Override
    public void close(String storeName, Options options) {
        // nothing was made that would have to be freed
    }
}
