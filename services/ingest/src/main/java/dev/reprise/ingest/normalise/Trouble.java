// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * Bodies of a format are parked for one kind of reason. A person is told by the instance that stands for format and kind, once
 * a day.
 *
 * @param format the name of the format
 * @param kind the kind, as metrics name it
 * @param at when the first of the day was parked
 */
record Trouble(String format, String kind, Instant at) {

    private static final String NAMESPACE = "reprise";

    /** The day in UTC, within which no more is told. */
    String day() {
        return LocalDate.ofInstant(at, ZoneOffset.UTC).toString();
    }

    RunStateUnknown event() {
        return new RunStateUnknown(new JobId(NAMESPACE, "ingest." + format), new PartitionKey(kind), new RunId(day()),
                1,
                at, format, kind);
    }
}
