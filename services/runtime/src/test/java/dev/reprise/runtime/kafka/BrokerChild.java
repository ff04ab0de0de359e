// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.nio.file.Path;
import java.time.Duration;

import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.lifecycle.Termination;

/** A process that holds a broker on the directory of its first argument until it is told to end. */
public final class BrokerChild {

    private BrokerChild() {}

    /** Prints the bootstrap servers once the broker runs. */
    public static void main(String[] arguments) {
        Termination termination = Termination.onSignal(Duration.ofSeconds(60));
        ExitCode code;
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(Path.of(arguments[0])),
                fault -> termination.request(ExitCode.INTERNAL, fault))) {
            System.out.println(kafka.bootstrapServers());
            code = termination.await();
        } catch (StartRefusedException e) {
            System.err.println(e.getMessage());
            code = ExitCode.of(e);
        }
        termination.finished();
        System.exit(code.value());
    }
}
