// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

/** What to do with a partition that succeeded, when what it had read is written anew. */
public enum OnRewrite {
    /** List it, for a person to see. */
    LIST,
    /** Rerun it, if the guard allows. */
    RERUN
}
