// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.job.ClassBudget;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.wire.WireCodec;

/** Lays the layers of a policy over each other; begins as {@link Policy#DEFAULTS} with the group of the namespace. */
final class PolicyDraft {

    private static final JsonMapper CANONICAL = new WireCodec().mapper();
    private static final String NO_VERSION = "-";
    private static final int VERSION_LENGTH = 12;

    private PolicyDraft() {}

    /** The policy of a job in a namespace, from the farthest layer to the nearest. */
    static Policy of(String namespace, List<PolicyLayer> layers) {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS)
                .admission(Optional.of(AdmissionKeys.defaults(namespace))).build();
        for (PolicyLayer layer : layers) {
            policy = layer.over(policy);
        }
        Policy complete = new PolicyBuilder(policy).version(NO_VERSION)
                .admission(policy.admission().filter(AdmissionKeys::limits))
                .budgets(policy.budgets().stream().sorted(Comparator.comparing(ClassBudget::failureClass)).toList())
                .build();
        return new PolicyBuilder(complete).version(version(complete)).build();
    }

    /**
     * A hash of all that a policy says, as it stands on the wire. It says the same of the same policy wherever its values
     * were written, so that a move between layers is no change.
     */
    private static String version(Policy policy) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(CANONICAL.writeValueAsString(policy).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, VERSION_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
