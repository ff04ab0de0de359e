// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import picocli.CommandLine.Parameters;

import dev.reprise.app.client.ApiPaths;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/** The two arguments that name an instance. */
final class InstanceArguments {

    @Parameters(index = "0", paramLabel = "NS/NAME", description = "The job.")
    private String job = "";

    @Parameters(index = "1", paramLabel = "PARTITION", description = "The data partition, such as ds=2026-11-29; * for a job without.")
    private String partition = "";

    InstanceId instance() {
        try {
            return new InstanceId(JobId.parse(job), new PartitionKey(partition));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e);
        }
    }

    /** The instance's path in the API. */
    String path() {
        return ApiPaths.instance(instance());
    }
}
