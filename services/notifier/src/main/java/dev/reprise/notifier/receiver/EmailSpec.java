// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.message.Language;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.schemas.match.Matcher;

/**
 * Mail by SMTP.
 *
 * @param name the receiver
 * @param smtp the server that takes the mail
 * @param from the sender's address
 * @param to one to fifty recipients; {@value #OWNER} stands for the addresses of the job's owner in the registry
 * @param language of the texts (default en)
 * @param pace how fast and how long
 * @param match which alerts concern it
 */
@JsonIgnoreProperties("type") // read as the kind of receiver, before this record is made
@JsonTypeName("email")
public record EmailSpec(String name, SmtpServer smtp, String from,
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> to, Language language,
        Pace pace, List<Matcher> match) implements ReceiverSpec {
    /** The recipient that stands for the job's owner. */
    public static final String OWNER = "owner";
    private static final int MOST_RECIPIENTS = 50;

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public EmailSpec {
        to = List.copyOf(to);
        match = List.copyOf(match);
        Checks checks = new Checks();
        checks.name(name);
        checks.address("from", from);
        if (to.isEmpty() || to.size() > MOST_RECIPIENTS) {
            checks.problem("to", "expected 1 to " + MOST_RECIPIENTS + " recipients, found " + to.size(),
                    "list addresses, or " + OWNER + " for the owner of the job");
        }
        for (String recipient : to) {
            if (!recipient.equals(OWNER)) {
                checks.address("to", recipient);
            }
        }
        checks.throwIfAny();
    }

    /** In English. */
    public EmailSpec(String name, SmtpServer smtp, String from, List<String> to, Pace pace, List<Matcher> match) {
        this(name, smtp, from, to, Language.EN, pace, match);
    }

    /** As configured; what is absent takes its default, what must be given and is absent is a problem. */
    @JsonCreator
    public static EmailSpec of(@Nullable String name, @Nullable SmtpServer smtp, @Nullable String from,
            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable List<String> to,
            @Nullable Language language, @Nullable Pace pace, @Nullable List<Matcher> match) {
        if (smtp == null) {
            throw ConfigException.of("smtp", "is missing", "give at least its host");
        }
        return new EmailSpec(name == null ? "" : name, smtp, from == null ? "" : from, to == null ? List.of() : to,
                language == null ? Language.EN : language, pace == null ? Pace.DEFAULT : pace,
                match == null ? List.of() : match);
    }

    @Override
    public String type() {
        return "email";
    }
}
