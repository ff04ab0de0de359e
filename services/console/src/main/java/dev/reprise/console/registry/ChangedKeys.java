// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.wire.WireCodec;

/** Names what differs between two definitions of a job, by the keys that people write: {@code policy.max-reruns}. */
public final class ChangedKeys {

    private static final JsonMapper JSON = new WireCodec().mapper();
    /** Sections whose keys are inherited one by one, and are named one by one. */
    private static final Set<String> SECTIONS = Set.of("approval", "backoff", "nativeRetries", "flapping");
    private static final Map<String, String> NO_GROUP = Map.of("storm", Words.NEVER, "max-parallel", "0",
            "retry-budget", Words.NEVER);

    private ChangedKeys() {}

    /** The keys whose values differ, in alphabetical order; what was analysed is named {@code definition}. */
    public static List<String> between(JobDefinition before, JobDefinition after) {
        Set<String> keys = new TreeSet<>();
        different(before.labels(), after.labels()).forEach(label -> keys.add("labels." + label));
        policyKeys(before.policy(), after.policy()).forEach(key -> keys.add("policy." + key));
        addIf(!before.owner().equals(after.owner()), "owner", keys);
        addIf(!before.target().equals(after.target()), "target", keys);
        addIf(!before.analysis().equals(after.analysis()), "definition", keys);
        return new ArrayList<>(keys);
    }

    private static List<String> policyKeys(Policy before, Policy after) {
        Map<String, Object> old = flat(before);
        Map<String, Object> changed = flat(after);
        return Stream.concat(different(old, changed).stream(),
                // What belongs to a breaker is of no account where there is none, on either side.
                group(before.admission(), after.admission())).toList();
    }

    private static Stream<String> group(Optional<AdmissionRule> before, Optional<AdmissionRule> after) {
        Map<String, String> old = before.map(ChangedKeys::texts).orElse(NO_GROUP);
        Map<String, String> changed = after.map(ChangedKeys::texts).orElse(NO_GROUP);
        return old.keySet().stream().filter(changed::containsKey)
                .filter(key -> !Objects.equals(old.get(key), changed.get(key)));
    }

    private static Map<String, String> texts(AdmissionRule rule) {
        Map<String, String> texts = AdmissionKeys.texts(rule);
        texts.put("concurrency-group", rule.group());
        return texts;
    }

    /** A policy by the keys that people write; without its version, which changes with any of them. */
    private static Map<String, Object> flat(Policy policy) {
        Map<String, Object> flat = new TreeMap<>();
        JSON.<JsonNode>valueToTree(policy).properties().forEach(entry -> {
            String key = kebab(entry.getKey());
            switch (entry.getKey()) {
                case "version", "admission" -> {}
                case "cascade" -> put(flat, "", entry.getValue());
                default -> {
                    if (SECTIONS.contains(entry.getKey())) {
                        put(flat, key + ".", entry.getValue());
                    } else {
                        flat.put(key, entry.getValue());
                    }
                }
            }
        });
        return flat;
    }

    private static void put(Map<String, Object> flat, String prefix, JsonNode section) {
        section.properties().forEach(entry -> flat.put(prefix + kebab(entry.getKey()), entry.getValue()));
    }

    private static <V> Set<String> different(Map<String, V> before, Map<String, V> after) {
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
        return keys;
    }

    private static void addIf(boolean differs, String key, Set<String> keys) {
        if (differs) {
            keys.add(key);
        }
    }

    private static String kebab(String component) {
        return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
