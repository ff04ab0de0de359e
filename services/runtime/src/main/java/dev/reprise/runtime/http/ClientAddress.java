// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** Tells the address of the caller, which trusted proxies pass on and nobody else. */
final class ClientAddress {

    private static final int NETWORK_BYTES = 8;
    private static final CidrRange ANY4 = CidrRange.parse("0.0.0.0/0");
    private static final CidrRange ANY6 = CidrRange.parse("::/0");

    private final List<CidrRange> trusted;

    ClientAddress(List<CidrRange> trusted) {
        this.trusted = trusted;
    }

    /** Whether the peer is a trusted proxy. */
    boolean isProxy(Context context) {
        return isTrusted(context.req().getRemoteAddr());
    }

    /** The nearest address that is no trusted proxy's. */
    String of(Context context) {
        String nearest = context.req().getRemoteAddr();
        if (!isTrusted(nearest)) {
            return nearest;
        }
        List<String> hops = Collections.list(context.req().getHeaders("X-Forwarded-For")).stream()
                .flatMap(header -> Arrays.stream(header.split(",", -1))).map(String::strip).toList();
        for (String hop : hops.reversed()) {
            if (!ANY4.contains(hop) && !ANY6.contains(hop)) {
                return nearest; // what stands before it may be anything
            }
            nearest = hop;
            if (!isTrusted(hop)) {
                return nearest;
            }
        }
        return nearest;
    }

    /** What is counted as one caller: an IPv6 address stands for its network, as a host may have any of it. */
    static String network(String address) {
        try {
            if (InetAddress.getByName(address) instanceof Inet6Address six) {
                return HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES);
            }
        } catch (UnknownHostException _) {
            // not an address: it stands for itself
        }
        return address;
    }

    private boolean isTrusted(String address) {
        return trusted.stream().anyMatch(range -> range.contains(address));
    }
}
