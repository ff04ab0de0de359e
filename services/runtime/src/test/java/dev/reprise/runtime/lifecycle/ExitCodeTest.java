// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.config.ConfigException;

class ExitCodeTest {

    @Test
    void shouldTellFailuresApart() {
        assertThat(ExitCode.of(ConfigException.of("a", "is bad", "mend it"))).isEqualTo(ExitCode.USAGE);
        assertThat(ExitCode.of(new StartRefusedException("in use"))).isEqualTo(ExitCode.START_REFUSED);
        assertThat(ExitCode.of(new KafkaException(new TimeoutException("no answer")))).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(ExitCode.of(new SaslAuthenticationException("no"))).isEqualTo(ExitCode.NOT_AUTHORISED);
        assertThat(ExitCode.of(new TopicAuthorizationException("no"))).isEqualTo(ExitCode.NOT_AUTHORISED);
        assertThat(ExitCode.of(new IllegalStateException("bug"))).isEqualTo(ExitCode.INTERNAL);
    }

    @Test
    void shouldKeepTheNumbersOfTheContract() {
        assertThat(ExitCode.values()).extracting(ExitCode::value).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 75,
                78);
    }
}
