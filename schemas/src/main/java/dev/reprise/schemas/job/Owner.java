// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.List;
import java.util.Optional;

/**
 * Who answers for a job.
 *
 * @param name the team or person, 1 to 256 characters
 * @param emails where to write to
 * @param link where else to turn to
 */
public record Owner(String name, List<String> emails, Optional<String> link) {
    /** Takes a copy of the addresses. */
    public Owner {
        emails = List.copyOf(emails);
    }
}
