// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

/** The Kafka header names of this service, besides those of CloudEvents. Values are UTF-8 text. */
public final class HeaderNames {

    /** On raw records: the format of the body, such as {@code openlineage}. */
    public static final String FORMAT = "reprise-format";
    /** On raw records of foreign formats: the version that the body states, where it states one. */
    public static final String FORMAT_VERSION = "reprise-format-version";
    /** On raw records of foreign formats: the name of the installation it came from. */
    public static final String SOURCE = "reprise-source";
    /** On raw records that hold an answer: the question. */
    public static final String ANSWER_TO = "reprise-answer-to";
    /** On raw records: {@code gzip} where the body was packed to fit into one record. */
    public static final String CONTENT_ENCODING = "content-encoding";
    /** On raw records: when it came in, RFC 3339 in UTC. */
    public static final String RECEIVED_AT = "reprise-received-at";
    /** On raw records: the media type it came with. */
    public static final String CONTENT_TYPE = "content-type";
    /** On normalised events: the rule by which the partition was found. */
    public static final String PARTITION_RULE = "reprise-partition-rule";

    private HeaderNames() {}
}
