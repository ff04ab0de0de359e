// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

/** What a person reads once all is ready. */
final class Banner {

    private Banner() {}

    static String of(SingleNode node) {
        return """
                Reprise is ready.
                  Console  %s/        health: /healthz/ready, metrics: /metrics
                  Kafka    %s
                  Data     %s
                Try: reprise jobs list. Ctrl-C ends it; the data stays.
                """.formatted(node.uri(), node.bootstrapServers(), node.data().toAbsolutePath());
    }
}
