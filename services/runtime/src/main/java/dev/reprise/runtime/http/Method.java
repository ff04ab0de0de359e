// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** The request methods a route may have. */
public enum Method {
    GET, POST, PUT, PATCH, DELETE;

    /** Whether the method may change something, so that another site must not cause it. */
    public boolean mutates() {
        return this != GET;
    }
}
