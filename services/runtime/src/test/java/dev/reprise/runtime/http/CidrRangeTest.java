// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.config.ConfigException;

class CidrRangeTest {

    @ParameterizedTest
    @CsvSource({"10.0.0.0/8,10.255.1.2,true", "10.0.0.0/8,11.0.0.1,false", "192.168.1.7,192.168.1.7,true",
        "192.168.1.7,192.168.1.8,false", "10.1.2.0/23,10.1.3.255,true", "10.1.2.0/23,10.1.4.0,false",
        "0.0.0.0/0,8.8.8.8,true", "0.0.0.0/0,::1,false", "fd00::/8,fd12:3::4,true", "fd00::/8,fe80::1,false",
        "::1,0:0:0:0:0:0:0:1,true", "10.0.0.0/8,localhost,false", "10.0.0.0/8,10.0.0.1.evil.example,false",
        "127.0.0.0/8,::ffff:127.0.0.1,true"})
    void shouldContain(String range, String address, boolean contained) {
        assertThat(CidrRange.parse(range).contains(address)).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "proxy.example.org", "fd00::/129",
        "10.0.0.0/8/8", "example"})
    void shouldRefuseWhatIsNoRange(String text) {
        assertThatThrownBy(() -> CidrRange.parse(text)).isInstanceOf(ConfigException.class)
                .hasMessageContaining("10.0.0.0/8");
    }
}
