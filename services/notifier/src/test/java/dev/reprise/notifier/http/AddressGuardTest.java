// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
    private final AddressGuard guard = new AddressGuard(false);

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "169.254.0.1", "fe80::1", "fd00:ec2::254", "100.100.100.200",
        "127.0.0.1",
        "127.8.8.8", "::1", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1", "::127.0.0.1"})
    void shouldKeepAwayFromAddressesThatAreNoReceiver(String address) throws UnknownHostException {
        assertThat(guard.objection(address)).as(address).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "192.168.1.1", "172.16.0.1", "93.184.216.34", "2606:2800:220:1::1",
        "fd12:3456::1"})
    void shouldLetReceiversBeCalled(String address) throws UnknownHostException {
        assertThat(guard.objection(address)).as(address).isEmpty();
    }

    @Test
    void shouldAllowThisMachineWhereThatIsMeant() throws UnknownHostException {
        AddressGuard open = new AddressGuard(true);

        assertThat(open.objection("127.0.0.1")).isEmpty();
        assertThat(open.objection("::1")).isEmpty();
        assertThat(open.objection("169.254.169.254")).isPresent();
    }
}
