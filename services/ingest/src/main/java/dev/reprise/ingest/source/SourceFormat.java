// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One foreign format. Implementations are pure and total: the same body, memory and answers give the same reading, and no
 * body makes them throw anything but {@link UnusableFieldException}.
 */
public interface SourceFormat {

    /** Its name in the route and in the header of raw records, such as {@code airflow}. */
    String name();

    /** The version that a body states, where the format has one. */
    Optional<String> version(JsonNode body);

    /**
     * What must keep its order and shares one memory: usually the run. Any body has one; where nothing is recognised, an
     * empty text.
     */
    String entity(JsonNode body);

    /** Reads a body. */
    Reading read(RawBody body);
}
