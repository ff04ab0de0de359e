// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

/**
 * How to ask an HTTP target for the run under our own id: 200 means it is there, 404 that it is not, anything else that
 * nobody knows.
 *
 * @param url an absolute http or https address with the rerun id in it
 */
public record HttpQuery(String url) {
    /**
     * Checks the address.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public HttpQuery {
        HttpFields.url("query.url", url);
    }
}
