// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;
import net.logstash.logback.encoder.LogstashEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Sets logback up, in every process that has this module on its class path. Lines go to standard error, as standard output
 * belongs to the results of commands. Two environment variables are read: {@code REPRISE_LOG} ({@code plain}, one line for
 * people, or {@code json}, one object a line) and {@code REPRISE_LOG_LEVEL} (the level of our own loggers, default
 * {@code info}).
 *
 * <p>Loaded by logback through its service file; not to be called.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {

    private static final String PLAIN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} - %msg %kvp%n";

    /** Libraries tell at these levels what somebody must act on; the rest of what they tell is their own business. */
    private static final Map<String, Level> LIBRARIES = Map.of("org.apache.kafka", Level.WARN, "kafka", Level.WARN,
            "state.change.logger", Level.WARN,
            // Warns of each first start, which is what a single broker does.
            "org.apache.kafka.controller.QuorumController", Level.ERROR,
            // Warns of CONCURRENT_TRANSACTIONS at short commit intervals, which is the normal case and retried.
            "org.apache.kafka.clients.producer.internals.Sender", Level.ERROR,
            // Tells at level warn, for every client, which of the settings given to all it does not know.
            "org.apache.kafka.clients.consumer.ConsumerConfig", Level.ERROR,
            "org.apache.kafka.clients.producer.ProducerConfig", Level.ERROR,
            "org.apache.kafka.clients.admin.AdminClientConfig", Level.ERROR);

    private final Map<String, String> environment;

    /** For logback. */
    public LogConfigurator() {
        this(System.getenv()); // before any main could hand it over
    }

    LogConfigurator(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console(context));
        context.getLogger("dev.reprise").setLevel(Level.toLevel(environment.get("REPRISE_LOG_LEVEL"), Level.INFO));
        LIBRARIES.forEach((name, level) -> context.getLogger(name).setLevel(level));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private ConsoleAppender<ILoggingEvent> console(LoggerContext context) {
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("console");
        console.setTarget("System.err");
        console.setEncoder(encoder(context, environment.get("REPRISE_LOG")));
        console.start();
        return console;
    }

    private Encoder<ILoggingEvent> encoder(LoggerContext context, @Nullable String form) {
        if ("json".equals(form)) {
            LogstashEncoder encoder = new LogstashEncoder();
            encoder.setContext(context);
            encoder.start();
            return encoder;
        }
        if (form != null && !form.equals("plain")) {
            addWarn("REPRISE_LOG: expected plain or json, found " + form + "; plain is used");
        }
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PLAIN);
        encoder.start();
        return encoder;
    }
}
