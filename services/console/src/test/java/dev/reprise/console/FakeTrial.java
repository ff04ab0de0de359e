// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.console.command.SubscriptionTrial;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.subscription.SubscriptionRule;

/** Knows the receiver {@code on-call} alone and tells each alert that fires by itself. */
public final class FakeTrial implements SubscriptionTrial {
    @Override
    public List<String> problems(SubscriptionRule rule) {
        return rule.receivers().stream().filter(name -> !name.equals("on-call")).map(name -> "unknown receiver " + name)
                .toList();
    }

    @Override
    public List<Page> pages(SubscriptionRule rule, List<Happened> history, Instant end) {
        return history.stream().filter(each -> each.alert() instanceof AlertFiring).map(each -> new Page(
                each.alert().alertKey(), "on-call", 1, Told.FIRING, PageReason.FIRST, rule.name(), "why",
                each.alert().severity(), each.at(), each.at(), 1, 0, 0,
                List.of(new PageItem(each.alert().alertKey(), 1, PageChange.NEW, each.alert().kind(),
                        each.alert().severity(), each.alert().content(), each.at(), Optional.empty(),
                        Optional.empty()))))
                .toList();
    }
}
