// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.List;
import java.util.Optional;

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
    /** Takes a copy. */
    public HttpSuccess {
        statuses = List.copyOf(statuses);
    }
}
