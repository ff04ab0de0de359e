// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import dev.reprise.runtime.lifecycle.StartRefusedException;

/** Ports of the loopback address. */
final class LoopbackPort {

    private LoopbackPort() {}

    /**
     * The wished port if it is free, or any free port for 0. Another program may take it before it is used; the broker
     * then fails to start with its own message.
     *
     * @param key the configuration key to name in the refusal
     * @throws StartRefusedException if the wished port is taken
     */
    static int choose(int wished, String key) {
        try (ServerSocket socket = new ServerSocket(wished, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            if (wished == 0) {
                throw new UncheckedIOException("no free port on 127.0.0.1", e);
            }
            throw new StartRefusedException(
                    "port " + wished + " on 127.0.0.1 is taken; stop the program that holds it or set "
                            + key + " to another port, or to 0 for a free one",
                    e);
        }
    }
}
