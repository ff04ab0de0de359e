// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import java.util.List;

import dev.reprise.ingest.airflow.AirflowFormat;
import dev.reprise.ingest.dataworks.DataWorksFormat;
import dev.reprise.ingest.dolphinscheduler.DolphinSchedulerFormat;
import dev.reprise.ingest.source.SourceFormat;

/** Every foreign format that has a package here. A new one is added in this list and nowhere else. */
final class Formats {

    static final List<SourceFormat> ALL = List.of(new AirflowFormat(), new DataWorksFormat(),
            new DolphinSchedulerFormat());
    static final List<String> NAMES = ALL.stream().map(SourceFormat::name).sorted().toList();

    private Formats() {}
}
