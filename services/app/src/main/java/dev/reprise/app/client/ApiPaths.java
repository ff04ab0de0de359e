// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;

/** Paths of the HTTP interface, encoded. */
public final class ApiPaths {

    private ApiPaths() {}

    /** An instance; the slashes of its partition stay, those inside the job's two parts are escaped as in its key. */
    public static String instance(InstanceId instance) {
        return "/api/v1/instances/" + Arrays.stream(instance.key().split("/", -1)).map(ApiPaths::encode)
                .collect(Collectors.joining("/"));
    }

    /** A job. */
    public static String job(JobId job) {
        return "/api/v1/jobs/" + Arrays.stream(job.key().split("/", -1)).map(ApiPaths::encode)
                .collect(Collectors.joining("/"));
    }

    /** A text as one segment of a path or one value of a query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
