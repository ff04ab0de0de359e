// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.wire.Nearest;

/**
 * Which alerts are told together: those with equal values of these labels. A label of jobs is written
 * {@code labels.NAME}, so that a slip in a name is seen and does not put everything into one group.
 *
 * @param labels names of labels; none puts everything into one group, {@value #EACH} each alert into its own
 */
public record Grouping(List<String> labels) {
    /** Stands for a group for each alert. */
    public static final String EACH = "...";
    /** What a label of jobs begins with. */
    static final String OF_JOB = "labels.";

    /**
     * Checks the names.
     *
     * @throws ConfigException naming every unknown one
     */
    public Grouping {
        labels = List.copyOf(labels);
        List<ConfigProblem> problems = labels.stream().filter(label -> !known(label)).map(Grouping::unknown).toList();
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    private static boolean known(String label) {
        return label.equals(EACH) || AlertLabels.NAMES.contains(label)
                || label.startsWith(OF_JOB) && label.length() > OF_JOB.length();
    }

    private static ConfigProblem unknown(String label) {
        return unknown("group-by", label);
    }

    static ConfigProblem unknown(String path, String label) {
        return ConfigProblem.of(path, "unknown label " + label,
                Nearest.of(label, AlertLabels.NAMES).map(name -> "did you mean " + name + "?").orElse(
                        "use " + String.join(", ", AlertLabels.NAMES)) + " A label of jobs is written " + OF_JOB
                        + label);
    }

    /** Whether each alert is a group of its own. */
    public boolean each() {
        return labels.contains(EACH);
    }

    /** The values of an alert, in the order of the names. */
    public Map<String, String> values(Alert alert) {
        return values(alert, AlertLabels.of(alert));
    }

    /** The same of an alert whose labels are known already. */
    public Map<String, String> values(Alert alert, Map<String, String> all) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String label : labels) {
            values.put(label, label.startsWith(OF_JOB)
                    ? alert.content().labels().getOrDefault(label.substring(OF_JOB.length()), "")
                    : all.getOrDefault(label, ""));
        }
        return values;
    }

    /** For a person. */
    @Override
    public String toString() {
        return labels.stream().collect(Collectors.joining(", ", "[", "]"));
    }
}
