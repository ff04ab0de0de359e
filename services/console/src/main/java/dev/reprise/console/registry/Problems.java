// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.reprise.runtime.config.ConfigProblem;

/** Collects what is wrong, so that a person mends the document once and not once for each problem. */
final class Problems {

    private final List<ConfigProblem> found = new ArrayList<>();

    void add(int line, String path, String message, String fix) {
        found.add(new ConfigProblem(path, Optional.of(line), message, Optional.of(fix)));
    }

    int count() {
        return found.size();
    }

    /** All of them, in the order of the document. */
    List<ConfigProblem> inOrder() {
        return found.stream().sorted(Comparator.comparing(problem -> problem.line().orElse(0))).toList();
    }
}
