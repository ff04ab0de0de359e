// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.reprise.demo");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("dev.reprise.demo.(**)").should().beFreeOfCycles().check(CLASSES);
        slices().matching("dev.reprise.(demo)").should().beFreeOfCycles().check(CLASSES);
        noClasses().that().resideInAPackage("dev.reprise.demo.*..").should().dependOnClassesThat()
                .resideInAPackage("dev.reprise.demo").check(CLASSES);
    }

    @Test
    void shouldBeAClientOfReprise() {
        noClasses().should().dependOnClassesThat(DescribedPredicate.describe("are of another service",
                type -> type.getPackageName().startsWith("dev.reprise.")
                        && !type.getPackageName().startsWith("dev.reprise.demo")
                        && !type.getPackageName().startsWith("dev.reprise.schemas")))
                .check(CLASSES);
    }

    @Test
    void shouldLetTheJobsRunWithNothingButTheDriver() {
        noClasses().that().resideInAPackage("..demo.warehouse..").should().dependOnClassesThat()
                .resideOutsideOfPackages("java..", "org.jspecify..", "dev.reprise.demo.warehouse..").check(CLASSES);
    }

    @Test
    void shouldCloseItsClasses() {
        classes().that(areWritten()).should().haveModifier(JavaModifier.FINAL).orShould().beInterfaces().orShould()
                .beEnums().check(CLASSES);
    }

    @Test
    void shouldNotUseBannedNames() {
        noClasses().should().haveSimpleNameEndingWith("Manager").orShould().haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveNameMatching(".*Utils?").orShould().haveSimpleNameEndingWith("Impl").orShould()
                .haveSimpleNameEndingWith("Base").orShould().haveSimpleNameStartingWith("Abstract").orShould()
                .haveSimpleNameEndingWith("Common").orShould().haveSimpleNameEndingWith("Info").orShould()
                .haveSimpleNameEndingWith("Data").orShould().haveSimpleNameEndingWith("Model").orShould()
                .haveSimpleNameEndingWith("Service").check(CLASSES);
    }

    @Test
    void shouldWriteToStandardStreamsAndEndTheProcessInMainsOnly() {
        JavaClasses others = CLASSES.that(DescribedPredicate.describe("are no mains",
                type -> !type.getSimpleName().endsWith("Main")));

        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(others);
        noClasses().should().callMethod(System.class, "exit", int.class).check(others);
    }

    @Test
    void shouldMarkEveryPackage() {
        Set<JavaPackage> packages = new HashSet<>();
        CLASSES.stream().map(JavaClass::getPackage).forEach(packages::add);
        assertThat(packages).isNotEmpty()
                .allSatisfy(each -> assertThat(each.isAnnotatedWith(NullMarked.class)).as(each.getName()).isTrue());
    }

    private static DescribedPredicate<JavaClass> areWritten() {
        return DescribedPredicate.describe("are written by hand, and no package-info",
                type -> !type.getSimpleName().equals("package-info") && !type.isAnonymousClass());
    }
}
