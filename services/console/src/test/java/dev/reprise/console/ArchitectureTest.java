// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.console");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldKeepRegistryPure() {
        noClasses().that().resideInAPackage("..registry..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "java.sql..", "dev.reprise.runtime.http..",
                        "dev.reprise.runtime.kafka..", "..console.store..")
                .check(CLASSES);
    }

    @Test
    void shouldKeepSqlInTheStoreAndKafkaOutOfIt() {
        noClasses().that().resideOutsideOfPackage("..console.store..").should().dependOnClassesThat()
                .resideInAPackage("java.sql..").check(CLASSES);
        noClasses().that().resideInAnyPackage("..console.store..", "..console.query..", "..console.live..").should()
                .dependOnClassesThat().resideInAPackage("org.apache.kafka..").check(CLASSES);
    }

    @Test
    void shouldDependOnNoOtherService() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("dev.reprise.ingest..",
                "dev.reprise.coordinator..", "dev.reprise.runner..", "dev.reprise.notifier..", "dev.reprise.app..")
                .check(CLASSES);
    }

    @Test
    void shouldKnowOfTheCoreOnlyWhatForetells() {
        noClasses().should()
                .dependOnClassesThat(resideInAPackage("dev.reprise.core..").and(resideOutsideOfPackages(
                        "dev.reprise.core.classify..", "dev.reprise.core.cascade..")))
                .because("what the core decides is read from its topics").check(CLASSES);
        noClasses().that().resideOutsideOfPackage("..console.registry..").should().dependOnClassesThat()
                .resideInAPackage("dev.reprise.core.classify..")
                .because("only a failure rule is refused here by what would refuse it there").check(CLASSES);
        noClasses().that().resideOutsideOfPackage("..console.query..").should().dependOnClassesThat()
                .resideInAPackage("dev.reprise.core.cascade..")
                .because("only a plan is made here by the rules that would carry it out there").check(CLASSES);
    }
}
