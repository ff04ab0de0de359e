// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.config.ConfigException;

class PasswordHashTest {

    /** Computed by Python: {@code hashlib.pbkdf2_hmac("sha256", b"correct horse battery", b"0123456789abcdef", 100000)}. */
    private static final String KNOWN = "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg:hLne8TouGCTQgICXM2UlnguGPFJk6wzUwaafCbSR-18";

    @Test
    void shouldKnowPasswordOfAnotherImplementation() {
        PasswordHash hash = PasswordHash.parse(KNOWN);

        assertThat(hash.matches("correct horse battery")).isTrue();
        assertThat(hash.matches("correct horse batterz")).isFalse();
        assertThat(hash.matches("")).isFalse();
        assertThat(hash.encoded()).isEqualTo(KNOWN);
    }

    @Test
    void shouldSaltEachHashAndTellNothing() {
        PasswordHash one = PasswordHash.of("correct horse battery");
        PasswordHash other = PasswordHash.of("correct horse battery");

        assertThat(one.encoded()).isNotEqualTo(other.encoded()).startsWith("pbkdf2-sha256:600000:");
        assertThat(PasswordHash.parse(one.encoded()).matches("correct horse battery")).isTrue();
        assertThat(one).hasToString("***");
    }

    @Test
    void shouldNotHashWithoutEnd() {
        assertThat(PasswordHash.parse(KNOWN).matches("x".repeat(1_000_000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret",
        "pbkdf2-sha256:1:MDEyMzQ1Njc4OWFiY2RlZg:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "pbkdf2-sha256:99999999:MDEyMzQ1Njc4OWFiY2RlZg:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "md5:100000:MDEyMzQ1Njc4OWFiY2RlZg:AAAA"})
    void shouldRefuseWhatIsNoHash(String text) {
        assertThatThrownBy(() -> PasswordHash.parse(text)).isInstanceOf(ConfigException.class)
                .hasMessageContaining("reprise password hash");
    }
}
