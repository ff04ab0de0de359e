// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Instant;

/**
 * Requests that were refused alike within one interval.
 *
 * @param caller who, as far as it was recognised
 * @param address from where
 * @param route the method and the route's path, with its placeholders
 * @param status what was answered
 * @param detail why the first of them was refused
 * @param count how many
 * @param first when the first of them came
 */
public record Refusal(String caller, String address, String route, int status, String detail, long count,
        Instant first) {}
