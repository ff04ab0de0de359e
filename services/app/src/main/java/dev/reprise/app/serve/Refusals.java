// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import org.apache.kafka.common.KafkaException;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.demo.client.RepriseUnavailableException;
import dev.reprise.demo.warehouse.WarehouseException;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.StartRefusedException;

/** Failures of a start as a person reads them. */
final class Refusals {

    private Refusals() {}

    /** The failure with its exit code and a message that is one line for each problem. */
    static CommandFailure of(RuntimeException fault) {
        String message = switch (fault) {
            case CommandFailure known -> throw known;
            case ConfigException config -> config.getMessage();
            case StartRefusedException refused -> refused.getMessage();
            case KafkaException kafka -> "Kafka: " + kafka.getMessage();
            case RepriseUnavailableException demo -> "demo: " + demo.getMessage();
            case WarehouseException demo -> "demo: " + demo.getMessage();
            default -> "internal error: " + fault + "; --debug shows where";
        };
        return new CommandFailure(ExitCode.of(fault), String.valueOf(message), fault);
    }
}
