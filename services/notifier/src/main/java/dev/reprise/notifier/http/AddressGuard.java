// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps webhooks away from addresses that are never a receiver: link-local ones (cloud metadata lives there), other
 * well-known metadata addresses, multicast, unspecified, and this machine unless it is allowed. Private networks are
 * allowed: receivers inside a company are the rule.
 *
 * <p>A name is resolved here and again by the HTTP client; within the JVM's address cache (30 seconds by default, a call
 * follows within milliseconds) both see the same answer, so a name cannot point elsewhere in between.
 */
final class AddressGuard {
    /** Metadata services outside the link-local range: AWS over IPv6, Alibaba Cloud, Oracle Cloud. */
    private static final Set<String> METADATA = Set.of("fd00:ec2:0:0:0:0:0:254", "100.100.100.200", "192.0.0.192");
    private final boolean allowLoopback;

    AddressGuard(boolean allowLoopback) {
        this.allowLoopback = allowLoopback;
    }

    /**
     * Why a host may not be called, or nothing when it may.
     *
     * @throws UnknownHostException when its name cannot be resolved
     */
    Optional<String> objection(String host) throws UnknownHostException {
        for (InetAddress address : InetAddress.getAllByName(host)) {
            Optional<String> objection = objection(address);
            if (objection.isPresent()) {
                return objection;
            }
        }
        return Optional.empty();
    }

    Optional<String> objection(InetAddress written) throws UnknownHostException {
        InetAddress address = embedded(written);
        if (address.isLoopbackAddress()) {
            return allowLoopback
                    ? Optional.empty()
                    : Optional.of("the address is this machine: set allow-loopback if that is meant");
        }
        if (address.isLinkLocalAddress() || METADATA.contains(address.getHostAddress())) {
            return Optional.of("the address is a link-local or metadata address: webhooks never go there");
        }
        if (address.isMulticastAddress() || address.isAnyLocalAddress()) {
            return Optional.of("the address is not that of one host: give the receiver's own");
        }
        return Optional.empty();
    }

    /** The IPv4 address inside a translated IPv6 one (64:ff9b::/96, 2002::/16, IPv4-compatible), else the address itself. */
    private static InetAddress embedded(InetAddress address) throws UnknownHostException {
        byte[] bytes = address.getAddress();
        if (bytes.length != 16) {
            return address;
        }
        if (bytes[0] == 0x20 && bytes[1] == 0x02) {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, 2, 6));
        }
        byte[] head = Arrays.copyOf(bytes, 12);
        byte[] translated = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};
        boolean compatible = Arrays.equals(head, new byte[12]) && bytes[12] != 0;
        return Arrays.equals(head, translated) || compatible
                ? InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16))
                : address;
    }
}
