// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

/**
 * One thing that is wrong with a registry document.
 *
 * @param line the line of the document, from 1
 * @param path the key in dotted form, such as {@code jobs[2].policy.settle}; empty for the document as a whole
 * @param found what was expected and what was found
 * @param fix what to change, as an imperative
 */
public record RegistryProblem(int line, String path, String found, String fix) {

    /** One line, such as {@code line 3: jobs[0].policy.settle: expected 0s to 1h, found '2h'; choose a duration in that range}. */
    public String text() {
        return "line " + line + ": " + (path.isEmpty() ? "" : path + ": ") + found + "; " + fix;
    }
}
