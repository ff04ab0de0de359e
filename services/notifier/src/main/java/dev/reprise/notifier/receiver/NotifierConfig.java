// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.message.Links;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * Who is told. An alert is told to each receiver whose matchers hold.
 *
 * <pre>{@code
 * receivers:
 * - name: billing-hook
 *   type: webhook
 *   url: https://hooks.example.com/reprise
 *   secret: ${env:BILLING_HOOK_SECRET}
 *   match: ['owner="billing"', 'severity=~"critical|warning"']
 * - name: owners
 *   type: email
 *   smtp: {host: smtp.example.com, username: reprise, password: "${env:SMTP_PASSWORD}"}
 *   from: reprise@example.com
 *   to: [owner]
 * }</pre>
 *
 * @param links where readers of messages find more (default none)
 * @param receivers zero to a hundred receivers with different names; none means that nobody is told by this service
 */
public record NotifierConfig(Links links, List<ReceiverSpec> receivers) {
    private static final int MOST_RECEIVERS = 100;

    /**
     * Checks the names.
     *
     * @throws ConfigException naming every name that is used twice, and too many receivers
     */
    public NotifierConfig {
        receivers = List.copyOf(receivers);
        List<ConfigProblem> problems = new ArrayList<>();
        if (receivers.size() > MOST_RECEIVERS) {
            problems.add(ConfigProblem.of("receivers",
                    "expected at most " + MOST_RECEIVERS + ", found " + receivers.size(), "join some of them"));
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < receivers.size(); i++) {
            if (!names.add(receivers.get(i).name())) {
                problems.add(ConfigProblem.of("receivers." + i + ".name",
                        "is used before: " + receivers.get(i).name(), "give each receiver its own name"));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** Without links. */
    public NotifierConfig(List<ReceiverSpec> receivers) {
        this(Links.NONE, receivers);
    }

    /** As configured; an absent list is an empty one. */
    @JsonCreator
    public static NotifierConfig of(@Nullable Links links, @Nullable List<ReceiverSpec> receivers) {
        return new NotifierConfig(links == null ? Links.NONE : links, receivers == null ? List.of() : receivers);
    }
}
