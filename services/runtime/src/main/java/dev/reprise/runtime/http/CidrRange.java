// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.runtime.config.ConfigException;

/** A range of IP addresses such as {@code 10.0.0.0/8} or {@code fd00::/8}; without a slash, one address. */
public final class CidrRange {

    private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final String text;
    private final byte[] network;
    private final int prefix;

    private CidrRange(String text, byte[] network, int prefix) {
        this.text = text;
        this.network = network;
        this.prefix = prefix;
    }

    /**
     * Reads one.
     *
     * @throws ConfigException if it is none
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static CidrRange parse(String text) {
        int slash = text.indexOf('/');
        Optional<byte[]> address = address(slash < 0 ? text : text.substring(0, slash));
        try {
            if (address.isPresent()) {
                int bits = address.get().length * Byte.SIZE;
                int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
                if (prefix >= 0 && prefix <= bits) {
                    return new CidrRange(text, address.get(), prefix);
                }
            }
        } catch (NumberFormatException _) {
            // told below
        }
        throw ConfigException.of("", "expected a range of addresses, found " + text,
                "write it such as 10.0.0.0/8, 192.168.1.7 or fd00::/8");
    }

    /** Whether an address, as digits, is in it. What is no address is not. */
    boolean contains(String candidate) {
        byte[] bytes = address(candidate).orElse(new byte[0]);
        if (bytes.length != network.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if ((bytes[bit / Byte.SIZE] & mask) != (network[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CidrRange range && text.equals(range.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @JsonValue
    @Override
    public String toString() {
        return text;
    }

    /** The bytes of an address in digits; a name is never looked up. */
    private static Optional<byte[]> address(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        if (!NUMERIC.matcher(bare).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(bare).getAddress());
        } catch (UnknownHostException _) {
            return Optional.empty();
        }
    }
}
