// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;

class SignatureProperties {

    @Property(tries = 5000)
    void shouldBeItsOwnSignature(@ForAll("lines") String line) {
        String signature = Signature.normalise(line);

        assertThat(Signature.normalise(signature)).isEqualTo(signature);
    }

    @Property(tries = 3000)
    void shouldBeBoundedWhateverComes(@ForAll("lines") String message, @ForAll FailureKind kind) {
        String signature = Signature.of(Optional.of(ErrorEvidence.ofMessage(message)), kind);

        assertThat(signature).isNotBlank().hasSizeLessThanOrEqualTo(Signature.MAX_LENGTH).doesNotContain("\n");
    }

    @Property
    void shouldTakeAnyCharacters(@ForAll String line) {
        String signature = Signature.normalise(line);

        assertThat(Signature.normalise(signature)).isEqualTo(signature);
    }

    /** Lines made of what signatures look at. */
    @Provide
    Arbitrary<String> lines() {
        return Arbitraries.of("error", "code", " ", " ", ":", ": ", "/", "//", "http://", "s3://", "db.internal",
                ".com", "host-7",
                ":9092", ":42", "ds=", "2026-11-29", "T10:00:00Z", "10:00:00", "ORA-00942", "429", " Client Error", "1",
                "12.5",
                "-", "_", ".", "@", "a", "A", "Foo.java", "java.lang.Foo2Error", "s3", "0xff", "deadbeef01", "<n>", "<",
                ">",
                "<id>", "'", "\"", "550e8400-e29b-41d4-a716-446655440000", "10.0.0.1", "x7d9f8b6c5-x2x4z", "-x2x4z",
                "/tmp/",
                "tmp", "=", "SQLSTATE", "é", "配额", "😀", "\t", "\n", "Traceback (most recent call last):", "%", "+",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").list().ofMaxSize(60)
                .map(parts -> String.join("", parts));
    }
}
