// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong, so that a person mends the document once and not once for each problem. */
final class Problems {

    private final List<RegistryProblem> found = new ArrayList<>();

    void add(int line, String path, String message, String fix) {
        found.add(new RegistryProblem(line, path, message, fix));
    }

    int count() {
        return found.size();
    }

    /** All of them, in the order of the document. */
    List<RegistryProblem> inOrder() {
        return found.stream().sorted(Comparator.comparingInt(RegistryProblem::line)).toList();
    }
}
