// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.console.registry.Node.Mapping;
import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.console.registry.RegistryReading.Refused;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.SourceMapping;
import dev.reprise.schemas.job.TargetSpec;

/**
 * Reads a registry document, YAML or JSON: {@code defaults}, {@code namespaces}, {@code jobs}. A job inherits each policy
 * key from its namespace, then from the defaults; labels are merged; the nearest owner wins.
 *
 * <p>Holds no state and may be used by many threads.
 */
public final class RegistryParser {

    private static final int LONGEST_JOB = JobId.MAX_NAMESPACE + JobId.MAX_NAME + 1;
    private static final int LONGEST_OWNER = 256;
    private static final int LONGEST_LINK = 2048;
    private static final int LONGEST_LABEL = 256;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/-]{0,62}[A-Za-z0-9])?");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]{1,128}@[^@\\s]{1,190}");

    private RegistryParser() {}

    /**
     * Reads a document as a whole.
     *
     * @param document UTF-8 bytes of YAML or JSON
     * @param at stamped on every definition as {@code updatedAt}
     * @param by stamped on every definition as {@code updatedBy}
     * @return the definitions, or every problem with its line, path, what was found and the fix
     */
    public static RegistryReading parse(byte[] document, Instant at, String by) {
        Problems problems = new Problems();
        Optional<Node> root = new DocumentTree(problems).read(document);
        Optional<Accepted> accepted = root.flatMap(node -> {
            if (node instanceof Mapping mapping) {
                return Optional.of(readRoot(new Section("", mapping, problems), problems, at, by));
            }
            problems.add(node.line(), "", "expected a section with keys, found " + node.found(), "begin with jobs:");
            return Optional.empty();
        });
        return problems.count() == 0 && accepted.isPresent() ? accepted.get() : new Refused(problems.inOrder());
    }

    private static Accepted readRoot(Section root, Problems problems, Instant at, String by) {
        Layer defaults = root.section("defaults").map(section -> {
            PolicyLayer policy = policy(section);
            checkBudgets(section, List.of(policy));
            section.finish();
            return new Layer(policy, Optional.empty(), Map.of());
        }).orElse(Layer.EMPTY);
        Map<String, Layer> namespaces = new HashMap<>();
        root.section("namespaces").ifPresent(table -> table.sectionsByName()
                .forEach((name, section) -> {
                    Layer layer = layer(section);
                    checkBudgets(section, List.of(defaults.policy(), layer.policy()));
                    namespaces.put(name, layer);
                }));
        root.require("jobs", "list the jobs, or write jobs: [] for none");
        List<DocumentChecks.Placed> jobs = new ArrayList<>();
        Map<JobId, Integer> lines = new HashMap<>();
        Map<JobId, DefinitionReference> definitions = new HashMap<>();
        Set<String> spoken = new LinkedHashSet<>(namespaces.keySet());
        for (Section section : root.sections("jobs")) {
            int before = problems.count();
            Optional<JobId> job = job(section);
            Layer own = jobLayer(section);
            Optional<TargetSpec> target = section.section("target").flatMap(TargetReader::read);
            Optional<SourceMapping> mapping = section.section("mapping").flatMap(MappingReader::read);
            Optional<DefinitionReference> definition = DefinitionReference.read(section);
            section.finish();
            job.ifPresent(id -> {
                definition.ifPresent(reference -> definitions.put(id, reference));
                Integer earlier = lines.putIfAbsent(id, section.line());
                if (earlier != null) {
                    section.refuse("job", "is listed twice, first on line " + earlier, "remove one of the two");
                }
                Layer namespace = namespaces.getOrDefault(id.namespace(), Layer.EMPTY);
                List<PolicyLayer> layers = List.of(defaults.policy(), namespace.policy(), own.policy());
                Policy policy = PolicyDraft.of(id.namespace(), layers);
                if (problems.count() == before) {
                    checkBudgets(section, layers);
                    Combinations.check(section, id, policy, target);
                }
                Map<String, String> labels = new LinkedHashMap<>(namespace.labels());
                labels.putAll(own.labels());
                section.make("labels",
                        () -> new JobDefinition(id, own.owner().or(namespace::owner), labels, policy, target,
                                Optional.empty(), mapping, at, by))
                        .ifPresent(made -> jobs.add(new DocumentChecks.Placed(section, made)));
                spoken.add(id.namespace());
            });
        }
        root.finish();
        if (problems.count() == 0) {
            DocumentChecks.check(jobs);
        }
        return new Accepted(jobs.stream().map(DocumentChecks.Placed::job).toList(), spoken, definitions);
    }

    /** Checks what the nearest layer states of budgets. */
    private static void checkBudgets(Section section, List<PolicyLayer> layers) {
        Combinations.checkBudgets(section, layers.getLast().budgets(), PolicyDraft.of("*", layers).maxReruns());
    }

    private static Layer layer(Section section) {
        Layer layer = jobLayer(section);
        section.finish();
        return layer;
    }

    private static Layer jobLayer(Section section) {
        return new Layer(policy(section), section.section("owner").flatMap(RegistryParser::owner), labels(section));
    }

    private static PolicyLayer policy(Section section) {
        return section.section("policy").map(PolicyLayer::read).orElse(PolicyLayer.EMPTY);
    }

    /** A namespace is often an address with slashes, hence a form without escapes: the two parts under keys of their own. */
    private static Optional<JobId> job(Section section) {
        Optional<String> written = section.text("job", LONGEST_JOB * 3);
        Optional<String> namespace = section.text("namespace", JobId.MAX_NAMESPACE);
        Optional<String> name = section.text("name", JobId.MAX_NAME);
        boolean parts = section.has("namespace") || section.has("name");
        if (section.has("job") == parts || parts && !(section.has("namespace") && section.has("name"))) {
            section.refuse("job", parts && section.has("job") ? "is named twice" : "is not named",
                    "write job: NAMESPACE/NAME, or namespace and name");
            return Optional.empty();
        }
        try {
            return parts
                    ? namespace.flatMap(first -> name.map(second -> new JobId(first, second)))
                    : written.map(JobId::parse);
        } catch (IllegalArgumentException e) {
            section.refuse("job", String.valueOf(e.getMessage()), "write NAMESPACE/NAME");
            return Optional.empty();
        }
    }

    private static Optional<Owner> owner(Section owner) {
        owner.require("name", "name the team or person");
        Optional<String> name = owner.text("name", LONGEST_OWNER);
        List<String> emails = owner.texts("emails").orElse(List.of());
        Optional<String> link = owner.text("link", LONGEST_LINK);
        owner.finish();
        for (String email : emails) {
            if (!EMAIL.matcher(email).matches()) {
                owner.refuse("emails", "'" + email + "' is no address", "write it as name@host");
            }
        }
        return name.flatMap(known -> owner.make("name", () -> new Owner(known, emails, link)));
    }

    private static Map<String, String> labels(Section section) {
        Map<String, String> labels = section.table("labels");
        labels.forEach((name, value) -> {
            if (!LABEL.matcher(name).matches()) {
                section.refuse("labels", "'" + name + "' is no label name",
                        "use 1 to 64 letters, digits, dots, slashes, dashes and underscores");
            }
            if (value.length() > LONGEST_LABEL) {
                section.refuse("labels", name + " has " + value.length() + " characters",
                        "use at most " + LONGEST_LABEL);
            }
        });
        return labels;
    }

    /** What a level of inheritance gives. */
    private record Layer(PolicyLayer policy, Optional<Owner> owner, Map<String, String> labels) {
        static final Layer EMPTY = new Layer(PolicyLayer.EMPTY, Optional.empty(), Map.of());
    }
}
