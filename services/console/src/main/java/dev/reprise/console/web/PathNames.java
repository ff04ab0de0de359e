// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * Jobs and instances in paths: {@code .../{namespace}/{name}/{partition}}, each percent-encoded. The partition stands last
 * and may keep its slashes; a slash in a namespace or name is written {@code %2F} or, as in keys, {@code %252F}.
 */
public final class PathNames {

    /** The part of a route that names a job. */
    public static final String JOB = "{namespace}/{name}";
    /** The part of a route that names an instance. */
    public static final String INSTANCE = JOB + "/<partition>";

    private PathNames() {}

    /**
     * The job of a path.
     *
     * @throws ProblemException with status 400 naming the part that is no name
     */
    public static JobId job(Request request) {
        try {
            return JobId.parse(segment(request, "namespace") + "/" + segment(request, "name"));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("name", String.valueOf(e.getMessage()), "write the path as NAMESPACE/NAME");
        }
    }

    /**
     * The instance of a path.
     *
     * @throws ProblemException with status 400 naming the part that is no name
     */
    public static InstanceId instance(Request request) {
        JobId job = job(request);
        try {
            return new InstanceId(job, new PartitionKey(request.pathParameter("partition")));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("partition", String.valueOf(e.getMessage()),
                    "write the path as NAMESPACE/NAME/PARTITION");
        }
    }

    private static String segment(Request request, String name) {
        return request.pathParameter(name).replace("/", "%2F");
    }
}
