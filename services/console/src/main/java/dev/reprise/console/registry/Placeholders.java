// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.Nearest;

/** The <code>{{...}}</code> of a target: a misspelt one would be sent to the target as it stands. */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)}}");
    private static final String RERUN_ID = "{{rerunId}}";
    private static final String FENCE = "{{fence}}";
    private static final List<String> NAMES = List.of("job", "namespace", "name", "partition", "run", "rerunId",
            "generation", "epoch", "fence", "notAfter");
    private static final Pattern DIMENSION = Pattern.compile("partition\\.[A-Za-z0-9_-]{1,128}");
    private static final Pattern OVERRIDE = Pattern.compile("override\\.([A-Za-z0-9_.-]{1,64})(:.*)?");
    private static final Pattern SECRET_NAME = Pattern
            .compile("authorization|proxy-authorization|cookie|.*(password|secret|token|api[-_]?key)");

    private Placeholders() {}

    /** Whether the text carries the rerun id to the target. */
    static boolean carriesRerunId(String text) {
        return text.contains(RERUN_ID);
    }

    /** Whether the text carries the fencing token to the target. */
    static boolean carriesFence(String text) {
        return text.contains(FENCE);
    }

    /** Refuses the placeholders that no runner fills in. */
    static void check(Section section, String key, String text) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            String name = matcher.group(1);
            Matcher override = OVERRIDE.matcher(name);
            if (override.matches() && override.group(2) == null) {
                section.refuse(key, "{{" + name + "}} has no value in a rerun that changes nothing of that name",
                        "give a default, as {{" + name + ":DEFAULT}}");
            }
            if (!NAMES.contains(name) && !DIMENSION.matcher(name).matches() && !override.matches()) {
                section.refuse(key, "{{" + name + "}} is no known placeholder",
                        Nearest.of(name, NAMES).map(near -> "write {{" + near + "}}")
                                .orElse("write one of {{" + String.join("}}, {{", NAMES) + "}}, {{partition.NAME}} or"
                                        + " {{override.NAME:DEFAULT}}"));
            }
        }
    }

    /** The parameters that a target takes from overrides. */
    static Set<String> overridesOf(TargetSpec target) {
        Stream<String> texts = switch (target) {
            case TargetSpec.Process process -> Stream.of(process.command().stream(),
                    process.workingDirectory().stream(), process.environment().values().stream())
                    .flatMap(each -> each);
            case TargetSpec.Http http -> Stream.of(Stream.of(http.url()), http.headers().values().stream(),
                    http.body().stream(), http.query().stream().map(HttpQuery::url),
                    http.fence().stream()
                            .flatMap(fence -> Stream.concat(Stream.of(fence.url()), fence.body().stream())))
                    .flatMap(each -> each);
            case TargetSpec.Scheduler scheduler -> scheduler.settings().values().stream();
        };
        return texts.flatMap(text -> PLACEHOLDER.matcher(text).results()).map(match -> OVERRIDE.matcher(match.group(1)))
                .filter(Matcher::matches).map(matcher -> matcher.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Refuses a secret that is written out: the registry is a topic that many may read. */
    static void checkSecret(Section section, String key, String name, String value) {
        boolean reference = value.contains("${env:") || value.contains("${file:");
        if (SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).matches() && !reference) {
            section.refuse(key, name + " seems to hold a secret that is written out",
                    "refer to it as ${env:NAME} or ${file:PATH}; the runner resolves it");
        }
    }
}
