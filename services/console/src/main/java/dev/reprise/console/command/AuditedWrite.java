// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Request;
import dev.reprise.schemas.audit.AuditEntry;

/** Writes a change of a compacted topic and who made it. */
final class AuditedWrite {
    private static final Logger LOGGER = LoggerFactory.getLogger(AuditedWrite.class);
    private final CommandLog log;
    private final JsonAnswers answers;

    AuditedWrite(CommandLog log, JsonAnswers answers) {
        this.log = log;
        this.answers = answers;
    }

    /**
     * What a person changes.
     *
     * @param action the name of the action in the audit
     * @param subject what is changed
     * @param reason why
     * @param requestId the identity of the click
     * @param at when
     * @param before what held before
     * @param after what holds from now on
     */
    record Change(String action, String subject, Optional<String> reason, String requestId, Instant at,
            Optional<? extends Record> before, Optional<? extends Record> after) {
        String id() {
            return subject + "/" + action + "/" + requestId;
        }
    }

    void write(Request request, CommandLog.Entry entry, Change change) {
        String actor = request.principal().name();
        String subject = change.subject().length() <= AuditEntry.MAX_SUBJECT
                ? change.subject()
                : change.subject().substring(0, AuditEntry.MAX_SUBJECT);
        log.append(List.of(entry));
        log.append(List.of(log.audit(new AuditEntry(actor, change.action(), subject, change.at(), Via.of(request),
                change.reason(), change.before().map(this::hash), change.after().map(this::hash),
                Optional.of(change.requestId())), change.id())));
        LOGGER.atInfo().addKeyValue("action", change.action()).addKeyValue("subject", subject)
                .addKeyValue("actor", actor).log("operator command written");
    }

    private String hash(Record record) {
        return JsonAnswers.hash(answers.bytes(record));
    }
}
