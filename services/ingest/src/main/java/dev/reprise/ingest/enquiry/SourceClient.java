// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.io.IOException;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.source.Question;

/** Asks one installation. Safe for use by many threads. */
interface SourceClient {

    /**
     * Asks once; nothing is repeated here.
     *
     * @throws IOException when there is no answer that can be used; its message is fit for a log
     * @throws InterruptedException when the process stops
     */
    JsonNode ask(Question question) throws IOException, InterruptedException;
}
