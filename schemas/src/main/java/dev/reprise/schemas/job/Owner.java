// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * Who answers for a job.
 *
 * @param name the team or person, 1 to 256 characters
 * @param emails where to write to
 * @param link where else to turn to
 */
public record Owner(String name, List<String> emails, Optional<String> link) {
    /**
     * Checks the texts and takes a copy of the addresses.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Owner {
        Bounds.text("owner.name", name, Bounds.MAX_NAME);
        emails = Bounds.list("owner.emails", emails, 0, 16);
        emails.forEach(email -> Bounds.text("owner.emails", email, 254));
        Bounds.text("owner.link", link, Bounds.MAX_URL);
    }
}
