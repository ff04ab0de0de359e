// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningSecretTest {
    // The example of the Standard Webhooks libraries.
    private static final SigningSecret SECRET = new SigningSecret(
            Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String TIME = "1614265330";
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);

    @Test
    void shouldAcceptASignatureOfTheStandard() {
        assertThat(SECRET.signed(ID, TIME, SIGNATURE, BODY, NOW)).isTrue();
    }

    @Test
    void shouldAcceptOneOfSeveralSignatures() {
        assertThat(SECRET.signed(ID, TIME, "v1,AAAA " + SIGNATURE, BODY, NOW)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1,", "v1,AAAA", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="})
    void shouldRefuseAnyOtherSignature(String signature) {
        assertThat(SECRET.signed(ID, TIME, signature, BODY, NOW)).isFalse();
    }

    @Test
    void shouldRefuseAChangedMessage() {
        assertThat(SECRET.signed("msg_other", TIME, SIGNATURE, BODY, NOW)).isFalse();
        assertThat(SECRET.signed(ID, TIME, SIGNATURE, "{}".getBytes(StandardCharsets.UTF_8), NOW)).isFalse();
    }

    @Test
    void shouldRefuseAnOldMessage() {
        assertThat(SECRET.signed(ID, TIME, SIGNATURE, BODY, NOW.plus(SigningSecret.TOLERANCE).plusSeconds(1)))
                .isFalse();
        assertThat(SECRET.signed(ID, "yesterday", SIGNATURE, BODY, NOW)).isFalse();
    }

    @Test
    void shouldMakeSecretsThatDifferAndHideThem() {
        SigningSecret one = SigningSecret.generate();

        assertThat(one.reveal()).startsWith("whsec_").hasSize(50).isNotEqualTo(SigningSecret.generate().reveal());
        assertThat(one).hasToString("whsec_***");
    }
}
