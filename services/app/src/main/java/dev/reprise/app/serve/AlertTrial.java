// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.time.Instant;
import java.util.List;

import dev.reprise.console.command.SubscriptionTrial;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.trial.TrialRun;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.subscription.SubscriptionRule;

/** What a subscription would do, by the rules of the notifier and the receivers of the configuration. */
final class AlertTrial implements SubscriptionTrial {
    private final NotifierConfig config;

    AlertTrial(NotifierConfig config) {
        this.config = config;
    }

    @Override
    public List<String> problems(SubscriptionRule rule) {
        try {
            return config.problemsOf(Subscription.of(rule)).stream().map(AlertTrial::text).toList();
        } catch (ConfigException e) {
            return e.problems().stream().map(AlertTrial::text).toList();
        }
    }

    private static String text(ConfigProblem problem) {
        return problem.path() + " " + problem.message() + problem.fix().map(fix -> ": " + fix).orElse("");
    }

    @Override
    public List<Page> pages(SubscriptionRule rule, List<Happened> history, Instant end) {
        TrialRun run = new TrialRun(Subscription.of(rule));
        history.forEach(each -> run.happens(each.at(), each.alert()));
        return run.until(end);
    }
}
