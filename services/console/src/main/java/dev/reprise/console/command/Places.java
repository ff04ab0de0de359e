// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.util.List;
import java.util.Optional;

import dev.reprise.console.store.ReadModelStore;
import dev.reprise.runtime.http.Scope;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;

/** Where a job stands, as the scopes of callers see it. */
final class Places {

    private Places() {}

    /** With the owner that the registry names; a job that is not there has none. */
    static Scope.Place of(JobId job, ReadModelStore readModel) {
        return defined(job, readModel.read(questions -> questions.catalog().job(job)));
    }

    /** Those of all jobs that share a concurrency group; without any, the namespace of its name. */
    static List<Scope.Place> ofGroup(String group, ReadModelStore readModel) {
        List<Scope.Place> jobs = readModel.read(questions -> questions.catalog().everyJob()).stream()
                .filter(job -> job.policy().admission().filter(rule -> rule.group().equals(group)).isPresent())
                .map(job -> defined(job.job(), Optional.of(job))).toList();
        return jobs.isEmpty() ? List.of(Scope.Place.namespace(group)) : jobs;
    }

    static Scope.Place defined(JobId job, Optional<JobDefinition> definition) {
        return Scope.Place.job(job.namespace(), job.name(),
                definition.flatMap(JobDefinition::owner).map(Owner::name));
    }
}
