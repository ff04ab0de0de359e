// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final String ROOT = "dev.reprise.runner";
    private static final HouseRules RULES = HouseRules.of("dev.reprise.runner");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldKeepTheLedgerPure() {
        noClasses().that().resideInAPackage(ROOT + ".ledger").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "java.io..", "java.nio.file..", "java.net..",
                        "java.util.concurrent..", ROOT + ".dispatch..", ROOT + ".target.process..",
                        ROOT + ".target.http..")
                .check(CLASSES);
        noClasses().that().resideInAPackage(ROOT + ".ledger").should().callMethod(Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void shouldKeepTargetsFromKafka() {
        noClasses().that().resideInAPackage(ROOT + ".target..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", ROOT + ".dispatch..").check(CLASSES);
    }
}
