// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class AppArchitectureTest {
    /** Where --debug shows a stack trace. */
    private static final HouseRules RULES = HouseRules.of("dev.reprise.app")
            .allowingStreamsIn(type -> type.getName().contains("CommandTree"));
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldEndTheProcessAndReadTheEnvironmentInMainOnly() {
        noClasses().that().doNotHaveSimpleName("RepriseMain").should().callMethod(System.class, "exit", int.class)
                .orShould().callMethod(System.class, "getenv").orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }

    @Test
    void shouldKeepServicesAndKafkaOutOfTheCommandLine() {
        // Most commands run without those archives on their class path.
        noClasses().that().resideInAnyPackage("dev.reprise.app.cli..", "dev.reprise.app.client..",
                "dev.reprise.app.exec..", "dev.reprise.app.output..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "dev.reprise.coordinator..", "dev.reprise.runner..",
                        "dev.reprise.notifier..", "dev.reprise.console..")
                .check(CLASSES);
    }
}
