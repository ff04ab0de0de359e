// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.audit");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldKnowNothingOfWhatItChecks() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("dev.reprise.core..", "dev.reprise.coordinator..",
                "dev.reprise.runner..", "dev.reprise.notifier..", "dev.reprise.ingest..", "dev.reprise.console..",
                "dev.reprise.app..").check(CLASSES);
    }

    @Test
    void shouldJudgeWithoutClockOrCluster() {
        noClasses().that().resideInAnyPackage("..audit.history..", "..audit.finding..", "..audit.invariant..").should()
                .dependOnClassesThat().resideInAnyPackage("org.apache.kafka.clients..", "dev.reprise.runtime..",
                        "java.nio.file..", "java.net..")
                .orShould().callMethod(java.time.Instant.class, "now").check(CLASSES);
    }
}
