// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import dev.reprise.runtime.lifecycle.StartRefusedException;

/**
 * The two ports of the embedded broker on the loopback address. Another program may take one between the choice and its
 * use; the broker then fails to start with its own message.
 *
 * @param client where clients connect
 * @param controller where the broker finds its controller
 */
record LoopbackPorts(int client, int controller) {

    /**
     * The wished ports if they are free, or free ones for 0.
     *
     * @throws StartRefusedException naming the key of a wished port that is taken
     */
    static LoopbackPorts choose(int client, int controller) {
        // Both are held open at once, the fixed one first, so that the free one can not be the same.
        if (controller == 0) {
            try (ServerSocket first = open(client, "kafka.embedded.port"); ServerSocket second = open(0, "")) {
                return new LoopbackPorts(first.getLocalPort(), second.getLocalPort());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        try (ServerSocket first = open(controller, "kafka.embedded.controller-port");
                ServerSocket second = open(client, "kafka.embedded.port")) {
            return new LoopbackPorts(second.getLocalPort(), first.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket open(int wished, String key) {
        try {
            return new ServerSocket(wished, 1, InetAddress.ofLiteral("127.0.0.1"));
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
