// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

/** The walls inside the contract. */
class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.schemas");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldKnowDatabindAndTheSchemaLibraryInWireAlone() {
        noClasses().that().resideOutsideOfPackage("..wire..").should().dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "com.networknt..", "com.fasterxml.jackson.databind..")
                .check(CLASSES);
    }

    @Test
    void shouldKnowTheSchemaLibraryInTheCheckAlone() {
        noClasses().that(HasName.Predicates.nameMatching(".*SchemaCheck.*").negate()).should().dependOnClassesThat()
                .resideInAPackage("com.networknt..")
                .because("the library is optional: a codec that checks nothing must work without it").check(CLASSES);
    }

    @Test
    void shouldDependOnNothingElse() {
        classes().should().onlyDependOnClassesThat()
                .resideInAnyPackage("dev.reprise.schemas..", "java..", "org.jspecify..",
                        "com.fasterxml.jackson.annotation..",
                        "tools.jackson..", "com.networknt.schema..", "com.google.re2j..")
                .check(CLASSES);
    }

    @Test
    void shouldReadNoClock() {
        noClasses().should().callMethod(java.time.Instant.class, "now").check(CLASSES);
    }
}
