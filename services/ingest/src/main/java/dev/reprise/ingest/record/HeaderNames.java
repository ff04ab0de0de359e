// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

/** The Kafka header names of this service, besides those of CloudEvents. Values are UTF-8 text. */
public final class HeaderNames {

    /** On raw records: the format of the body, such as {@code openlineage}. */
    public static final String FORMAT = "reprise-format";
    /** On raw records: when it came in, RFC 3339 in UTC. */
    public static final String RECEIVED_AT = "reprise-received-at";
    /** On raw records: the media type it came with. */
    public static final String CONTENT_TYPE = "content-type";
    /** On normalised events: the rule by which the partition was found. */
    public static final String PARTITION_RULE = "reprise-partition-rule";

    private HeaderNames() {}
}
