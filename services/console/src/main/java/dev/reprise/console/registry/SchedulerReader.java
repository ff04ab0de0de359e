// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.SchedulerSetting;
import dev.reprise.schemas.job.TargetSpec;

/** Reads the {@code target} of a job that runs at a known scheduler: the settings are those that its action takes. */
final class SchedulerReader {

    private static final int LONGEST_TEXT = 2048;

    private SchedulerReader() {}

    /** The target, or empty where it cannot be read; then a problem says why. */
    static Optional<TargetSpec> read(Section target, String type) {
        List<SchedulerAction> actions = SchedulerAction.of(type);
        Map<String, SchedulerAction> words = new LinkedHashMap<>();
        actions.forEach(action -> words.put(action.word(), action));
        Optional<SchedulerAction> chosen = target.has("action")
                ? target.choice("action", words)
                : Optional.of(actions.get(0));
        return chosen.flatMap(action -> read(target, action));
    }

    private static Optional<TargetSpec> read(Section target, SchedulerAction action) {
        Map<String, String> settings = new LinkedHashMap<>();
        boolean whole = true;
        for (SchedulerSetting setting : action.settings()) {
            Map<String, String> read = read(target, setting);
            settings.putAll(read);
            if (setting.required() && read.isEmpty()) {
                target.require(setting.name(), "write " + setting.purpose());
                whole = false;
            }
        }
        Duration timeout = target.duration("timeout", TargetReader.SHORTEST_CALL, TargetReader.LONGEST_CALL)
                .orElse(TargetReader.CALL_DEFAULT);
        DispatchClass guarantee = action.memory().<DispatchClass>map(memory -> new DispatchClass.Keyed(
                target.duration("horizon", Duration.ofMinutes(1), TargetReader.LONGEST_HORIZON).orElse(memory)))
                .orElseGet(DispatchClass.Opaque::new);
        target.finish();
        return whole
                ? target.make("type", () -> new TargetSpec.Scheduler(action, settings, guarantee, timeout))
                : Optional.empty();
    }

    private static Map<String, String> read(Section target, SchedulerSetting setting) {
        String name = setting.name();
        Map<String, String> read = new LinkedHashMap<>();
        switch (setting.kind()) {
            case TEXT -> target.text(name, LONGEST_TEXT).ifPresent(text -> read.put(name, text));
            case ADDRESS -> target.text(name, TargetReader.LONGEST_URL).ifPresent(text -> {
                if (!TargetReader.isAbsoluteHttp(text)) {
                    target.refuse(name, "expected an absolute http or https address, found '" + text + "'",
                            "begin with http:// or https:// and a host, without user name and password");
                }
                read.put(name, text);
            });
            case SECRET -> target.text(name, LONGEST_TEXT).ifPresent(text -> {
                if (!text.contains("${env:") && !text.contains("${file:")) {
                    target.refuse(name, "holds a secret that is written out",
                            "refer to it as ${env:NAME} or ${file:PATH}; the runner resolves it");
                }
                read.put(name, text);
            });
            case WORD -> {
                Map<String, String> words = new LinkedHashMap<>();
                setting.words().forEach(word -> words.put(word, word));
                target.choice(name, words).ifPresent(word -> read.put(name, word));
            }
            case TABLE -> {
                if (target.has(name)) {
                    target.table(name).forEach((entry, text) -> {
                        Placeholders.checkSecret(target, name, entry, text);
                        read.put(name + "." + entry, text);
                    });
                }
            }
        }
        read.values().forEach(text -> Placeholders.check(target, name, text));
        return read;
    }
}
