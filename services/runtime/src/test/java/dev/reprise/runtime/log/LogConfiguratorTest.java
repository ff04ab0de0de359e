// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

class LogConfiguratorTest {

    @Test
    void shouldWriteOneLineForPeople() {
        assertThat(line(Map.of()))
                .matches("(?s)\\S+T\\S+ INFO  LogConfiguratorTest - rerun decided jobId=\"etl\\.daily\"\\R");
    }

    @Test
    void shouldWriteOneObjectForMachines() {
        assertThat(line(Map.of("REPRISE_LOG", "json"))).startsWith("{").endsWith("}" + System.lineSeparator())
                .contains("\"message\":\"rerun decided\"").contains("\"jobId\":\"etl.daily\"")
                .contains("\"level\":\"INFO\"");
    }

    @Test
    void shouldTameLibraries() {
        LoggerContext context = configured(Map.of("REPRISE_LOG_LEVEL", "debug"));

        assertThat(context.getLogger("dev.reprise.coordinator").isDebugEnabled()).isTrue();
        assertThat(context.getLogger("org.apache.kafka.clients.Metadata").isInfoEnabled()).isFalse();
        assertThat(context.getLogger("kafka.server.KafkaServer").isInfoEnabled()).isFalse();
        assertThat(context.getLogger("org.apache.kafka.clients.producer.internals.Sender").isWarnEnabled()).isFalse();
        assertThat(context.getLogger("org.eclipse.jetty.server.Server").isInfoEnabled()).isFalse();
    }

    @Test
    void shouldBeInForceWithoutBeingCalled() {
        assertThat(LoggerFactory.getLogger("org.apache.kafka.clients.Metadata").isInfoEnabled()).isFalse();
        assertThat(org.apache.logging.log4j.LogManager.getLogger("dev.reprise.x").isInfoEnabled()).isTrue();
    }

    private static LoggerContext configured(Map<String, String> environment) {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        LogConfigurator configurator = new LogConfigurator(environment);
        configurator.setContext(context);
        configurator.configure(context);
        return context;
    }

    private static String line(Map<String, String> environment) {
        LoggerContext context = configured(environment);
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>) root.getAppender("console");
        LoggingEvent event = new LoggingEvent("x", context.getLogger(LogConfiguratorTest.class), Level.INFO,
                "rerun decided",
                null, null);
        event.setKeyValuePairs(List.of(new KeyValuePair("jobId", "etl.daily")));
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }
}
