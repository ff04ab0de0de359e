// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import java.util.List;

import dev.reprise.ingest.airflow.AirflowFormat;
import dev.reprise.ingest.alertmanager.AlertmanagerFormat;
import dev.reprise.ingest.aws.AwsFormat;
import dev.reprise.ingest.azkaban.AzkabanFormat;
import dev.reprise.ingest.databricks.DatabricksFormat;
import dev.reprise.ingest.dataworks.DataWorksFormat;
import dev.reprise.ingest.dbt.DbtFormat;
import dev.reprise.ingest.dolphinscheduler.DolphinSchedulerFormat;
import dev.reprise.ingest.kubernetes.KubernetesFormat;
import dev.reprise.ingest.slurm.SlurmFormat;
import dev.reprise.ingest.source.SourceFormat;

/** Every foreign format that has a package here. A new one is added in this list and nowhere else. */
final class Formats {

    static final List<SourceFormat> ALL = List.of(new AirflowFormat(), new AlertmanagerFormat(), new AwsFormat(),
            new AzkabanFormat(), new DatabricksFormat(), new DataWorksFormat(), new DbtFormat(),
            new DolphinSchedulerFormat(), new KubernetesFormat(), new SlurmFormat());
    static final List<String> NAMES = ALL.stream().map(SourceFormat::name).sorted().toList();

    private Formats() {}
}
