// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.List;

import dev.reprise.schemas.bound.Bounds;

/**
 * How a job hangs together with the jobs it reads from.
 *
 * @param dependsOn what it reads; what lineage shows is added to it
 * @param onRewrite what to do when something that it had read is written anew
 */
public record Cascade(List<Dependency> dependsOn, OnRewrite onRewrite) {
    /** Most dependencies that may be declared. */
    public static final int MAX_DEPENDENCIES = 64;
    /** Nothing is declared; rewritten data is listed. */
    public static final Cascade NONE = new Cascade(List.of(), OnRewrite.LIST);

    /**
     * Checks the bounds and takes a copy.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Cascade {
        dependsOn = Bounds.list("dependsOn", dependsOn, 0, MAX_DEPENDENCIES);
    }
}
