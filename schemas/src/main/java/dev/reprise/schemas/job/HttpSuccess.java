// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * When an HTTP answer means yes. A status alone is not always enough: some schedulers answer 200 with an error inside.
 *
 * @param statuses the statuses that mean yes, each 200 to 299
 * @param pointer a JSON pointer (RFC 6901) into the body whose value must equal {@code equalTo}
 * @param equalTo that value, as text
 * @param runIdPointer a JSON pointer to the run id that the target gave
 */
public record HttpSuccess(
        List<Integer> statuses, Optional<String> pointer, Optional<String> equalTo, Optional<String> runIdPointer) {
    /**
     * Checks statuses and pointers, and takes a copy.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public HttpSuccess {
        statuses = Bounds.list("success.statuses", statuses, 1, 100);
        statuses.forEach(status -> Bounds.range("success.statuses", status, 200, 299));
        HttpFields.pointer("success.pointer", pointer);
        HttpFields.pointer("success.runIdPointer", runIdPointer);
        equalTo.ifPresent(text -> Bounds.atMost("success.equalTo", text, Bounds.MAX_TEXT));
        if (pointer.isPresent() != equalTo.isPresent()) {
            throw new IllegalArgumentException("success has only one of pointer and equalTo: give both or none");
        }
    }
}
