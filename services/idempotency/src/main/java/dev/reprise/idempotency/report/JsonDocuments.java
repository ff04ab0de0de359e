// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON that is written piece by piece. */
final class JsonDocuments {
    private JsonDocuments() {}

    /** @return writes indented JSON to {@code out}, which stays open */
    static JsonGenerator generator(JsonMapper mapper, PrintWriter out) {
        return mapper.writerWithDefaultPrettyPrinter().without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .createGenerator(out);
    }
}
