// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.Optional;
import java.util.Set;

import dev.reprise.schemas.bound.Bounds;

/**
 * How an HTTP target is shown a newer fencing token: from the answer on, it refuses every call for this rerun under an
 * older one. 200 to 299 means that it does, anything else that nobody knows. The headers of the target are sent along.
 *
 * @param method POST, PUT or PATCH
 * @param url an absolute http or https address
 * @param body the body
 */
public record HttpFence(String method, String url, Optional<String> body) {
    private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public HttpFence {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("fence.method is not one of POST, PUT and PATCH: give one of them");
        }
        HttpFields.url("fence.url", url);
        body.ifPresent(text -> Bounds.atMost("fence.body", text, TargetSpec.Http.MAX_BODY));
    }
}
