// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NamesProperties {

    @Property
    void shouldReadAJobBackFromItsKey(@ForAll("jobs") JobId job) {
        assertThat(JobId.parse(job.key())).isEqualTo(job);
    }

    @Property
    void shouldReadAnInstanceBackFromItsKey(@ForAll("instances") InstanceId instance) {
        assertThat(InstanceId.parse(instance.key())).isEqualTo(instance);
    }

    @Property
    void shouldReadAKeyBackFromItsBytes(@ForAll("instances") InstanceId instance) {
        byte[] kafkaKey = instance.key().getBytes(StandardCharsets.UTF_8);

        assertThat(InstanceId.parse(new String(kafkaKey, StandardCharsets.UTF_8))).isEqualTo(instance);
    }

    @Property
    void shouldGiveDifferentInstancesDifferentKeysAndReruns(@ForAll("instances") InstanceId one,
            @ForAll("instances") InstanceId other) {
        AttemptId attempt = new AttemptId(new RunId("run-1"), 1);

        assertThat(one.key().equals(other.key())).isEqualTo(one.equals(other));
        assertThat(RerunId.ofFailure(one, attempt).equals(RerunId.ofFailure(other, attempt)))
                .isEqualTo(one.equals(other));
    }

    @Property
    void shouldOrderAsItEquals(@ForAll("instances") InstanceId one, @ForAll("instances") InstanceId other) {
        assertThat(one.compareTo(other) == 0).isEqualTo(one.equals(other));
        assertThat(Integer.signum(one.compareTo(other))).isEqualTo(-Integer.signum(other.compareTo(one)));
    }

    @Property
    void shouldHoldAnAlertAboutAnyInstance(@ForAll("instances") InstanceId instance) {
        assertThat(AlertKey.of("AWAITING_APPROVAL", instance).value()).endsWith(instance.key());
    }

    @Provide
    Arbitrary<JobId> jobs() {
        return Combinators.combine(names(64), names(64)).as(JobId::new);
    }

    @Provide
    Arbitrary<InstanceId> instances() {
        return Combinators.combine(jobs(), names(64).map(PartitionKey::new)).as(InstanceId::new);
    }

    /** Mostly the characters that an escape can get wrong. */
    private static Arbitrary<String> names(int max) {
        Arbitrary<String> hard = Arbitraries.strings().withChars("%/25Ff=a. ").ofMinLength(1).ofMaxLength(max);
        Arbitrary<String> any = Arbitraries.strings().all().ofMinLength(1).ofMaxLength(max);
        return Arbitraries.oneOf(hard, any).filter(NamesProperties::legal);
    }

    private static boolean legal(String text) {
        try {
            Names.check("name", text, JobId.MAX_NAMESPACE);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
