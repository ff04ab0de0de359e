// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.util.Optional;

import dev.reprise.ingest.source.Question;

/** Takes questions to schedulers without waiting; answers come back by the raw topic. */
public interface Asker {

    /**
     * A question.
     *
     * @param format the format of the body that led to it
     * @param source the installation to ask
     * @param rawKey the key under which the answer is to stand
     * @param question what to ask
     */
    record Enquiry(String format, String source, String rawKey, Question question) {}

    /** Takes it, or drops it when there are too many: who needs the answer asks again. */
    void ask(Enquiry enquiry);

    /** Whether it is known how an installation is asked. */
    boolean knows(String source);

    /** Why the last question to an installation was not answered, if that was so. */
    Optional<String> fault(String source);
}
