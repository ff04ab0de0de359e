// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import dev.reprise.runner.target.Placeholders;
import dev.reprise.runner.target.Redaction;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Template;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.SchedulerSetting;
import dev.reprise.schemas.job.TargetSpec;

/** One rerun as one action of one scheduler is told of it: the settings with every value put in. */
public final class Order {
    private final TargetSpec.Scheduler spec;
    private final TargetRequest request;
    private final Map<String, String> values = new TreeMap<>();
    private final Redaction redaction;

    /**
     * Puts every value in.
     *
     * @throws TargetRefusedException naming the setting that has none
     */
    public Order(TargetSpec.Scheduler spec, TargetRequest request, Secrets secrets) {
        this.spec = spec;
        this.request = request;
        Placeholders placeholders = new Placeholders(request);
        List<String> revealed = new ArrayList<>();
        Map<String, String> texts = new TreeMap<>(spec.settings());
        for (SchedulerSetting setting : spec.action().settings()) {
            setting.otherwise().ifPresent(otherwise -> texts.putIfAbsent(setting.name(), otherwise));
        }
        texts.forEach(this::check);
        texts.forEach((name, text) -> {
            Template template = Template.of(text);
            try {
                template.secretReferences().forEach(reference -> revealed.add(secrets.reveal(reference)));
                values.put(name, template.render(placeholders, secrets, UnaryOperator.identity()));
            } catch (TargetRefusedException e) {
                throw e.in(name);
            }
        });
        this.redaction = new Redaction(revealed);
    }

    private void check(String name, String text) {
        SchedulerSetting setting = spec.action().setting(name).orElseThrow(
                () -> new TargetRefusedException(name + " is no setting of " + spec.action() + ": remove it"));
        if (setting.kind() == SchedulerSetting.Kind.WORD && !setting.words().contains(text)) {
            throw new TargetRefusedException(
                    name + " is not one of " + String.join(", ", setting.words()) + ": give one of them");
        }
    }

    /** What is asked for. */
    public SchedulerAction action() {
        return spec.action();
    }

    /** The rerun. */
    public TargetRequest request() {
        return request;
    }

    /** Our own name for the rerun. */
    public String name() {
        return request.rerunId().value();
    }

    /** How long one request may take. */
    public Duration timeout() {
        return spec.timeout();
    }

    /** What must not be seen. */
    public Redaction redaction() {
        return redaction;
    }

    /**
     * A setting.
     *
     * @throws TargetRefusedException where it is not given, or blank
     */
    public String text(String name) {
        return optional(name)
                .orElseThrow(() -> new TargetRefusedException(name + " has no value: set it in the target of the job"));
    }

    /** A setting that may be absent; a blank one is. */
    public Optional<String> optional(String name) {
        return Optional.ofNullable(values.get(name)).filter(text -> !text.isBlank());
    }

    /** Whether a setting is that word. */
    public boolean is(String name, String word) {
        return optional(name).filter(word::equals).isPresent();
    }

    /** The entries of a table, in the order of their names. */
    public Map<String, String> table(String name) {
        Map<String, String> table = new TreeMap<>();
        String prefix = name + ".";
        values.forEach((entry, value) -> {
            if (entry.startsWith(prefix)) {
                table.put(entry.substring(prefix.length()), value);
            }
        });
        return table;
    }

    /**
     * The address of the scheduler, without a slash at its end.
     *
     * @throws TargetRefusedException where it is none
     */
    public String address() {
        String text = text("url");
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!List.of("http", "https").contains(scheme) || uri.getHost() == null || uri.getRawUserInfo() != null
                    || uri.getRawQuery() != null || uri.getRawFragment() != null) {
                throw new TargetRefusedException(
                        "url is no absolute http or https address without user, query and fragment: correct it");
            }
            return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        } catch (URISyntaxException e) {
            throw new TargetRefusedException("url is no address: " + e.getReason());
        }
    }

    /**
     * The run id under which a run that goes on is known: the one that the failure named, else the scheduler's.
     *
     * @param there the id at the scheduler
     */
    public RunId continued(String there) {
        return request.answers().map(failed -> failed.run()).orElseGet(() -> new RunId(there));
    }

    /** The attempt that failed; empty where the rerun answers none, or where only the state guards the call. */
    public Optional<Integer> expectedAttempt() {
        return is("guard", "state") ? Optional.empty() : request.answers().map(failed -> failed.number());
    }
}
