// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class RuntimeArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.runtime");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldKeepLibrariesInTheirRooms() {
        noClasses().that().resideOutsideOfPackage("dev.reprise.runtime.http").should().dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta..").check(CLASSES);
        noClasses().that().resideOutsideOfPackage("dev.reprise.runtime.kafka").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka.streams..", "kafka.server..").check(CLASSES);
        classes().that(resideInAPackage("dev.reprise.runtime..")).should().onlyDependOnClassesThat()
                .resideOutsideOfPackage("dev.reprise.core..").check(CLASSES);
    }

    @Test
    void shouldShowNothingOfTheServerLibrary() {
        classes().that().resideInAPackage("dev.reprise.runtime.http").and().arePublic().and().areInterfaces().should()
                .onlyDependOnClassesThat().resideOutsideOfPackages("io.javalin..", "jakarta..").check(CLASSES);
    }
}
