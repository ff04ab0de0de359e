// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The walls inside the analysis. */
class ArchitectureTest {
    private static final Pattern BANNED = Pattern
            .compile(".*(Manager|Helper|Utils?|Impl|Base|Common|Info|Data|Model|Service)|Abstract.*");
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.reprise.idempotency");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("dev.reprise.idempotency.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void shouldKeepForeignParsersBehindTheirDoors() {
        noClasses().that().resideOutsideOfPackage("..parse..").should().dependOnClassesThat()
                .resideInAnyPackage("com.alibaba.druid..", "net.sf.jsqlparser..", "org.apache.spark..", "org.antlr..")
                .check(MAIN);
        noClasses().that().resideOutsideOfPackage("..source..").should().dependOnClassesThat()
                .resideInAPackage("com.github.javaparser..").check(MAIN);
    }

    @Test
    void shouldBePure() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "java.net..", "java.util.concurrent..",
                        "java.util.logging..", "java.sql..")
                .check(MAIN);
        noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.util.Random").check(MAIN);
        noClasses().should().callMethod(System.class, "currentTimeMillis").orShould()
                .callMethod(System.class, "nanoTime").orShould().callMethod(java.time.Instant.class, "now").check(MAIN);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN);
    }

    @Test
    void shouldHoldNoClassOpenForExtension() {
        DescribedPredicate<JavaClass> plainClass = DescribedPredicate.describe("are plain classes",
                type -> !type.isInterface() && !type.isEnum() && !type.isAnonymousClass());
        classes().that(plainClass).should().haveModifier(JavaModifier.FINAL).check(MAIN);
    }

    @Test
    void shouldUseNoBannedName() {
        classes().should(new ArchCondition<JavaClass>("have a name that says what it is") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (BANNED.matcher(type.getSimpleName()).matches()) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " has a banned name"));
                }
            }
        }).check(MAIN);
    }

    @Test
    void shouldMarkEachPackageForNulls() {
        classes().should(new ArchCondition<JavaClass>("live in a package marked for nulls") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(type, type.getPackageName() + " is not @NullMarked"));
                }
            }
        }).check(MAIN);
    }
}
