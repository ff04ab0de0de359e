// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;

/** What came of reading a registry document: all of it, or nothing. */
public sealed interface RegistryReading {

    /**
     * The document is sound.
     *
     * @param jobs its jobs, in the order of the document
     * @param namespaces every namespace it speaks of, by a section or by a job
     * @param definitions where the definitions of its jobs are, for those that name one
     */
    record Accepted(List<JobDefinition> jobs, Set<String> namespaces,
            Map<JobId, DefinitionReference> definitions) implements RegistryReading {
        /** Takes copies. */
        public Accepted {
            jobs = List.copyOf(jobs);
            namespaces = Set.copyOf(namespaces);
            definitions = Map.copyOf(definitions);
        }
    }

    /**
     * The document is refused as a whole.
     *
     * @param problems at least one, in the order of the document
     */
    record Refused(List<RegistryProblem> problems) implements RegistryReading {
        /** Takes a copy. */
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
