// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

/** What the reader of a page learns of one alert. */
public enum PageChange {
    /** It fires, and the reader did not know. */
    NEW,
    /** It still fires. */
    STILL,
    /** It is over, or the reader is told of it no more. */
    RESOLVED
}
