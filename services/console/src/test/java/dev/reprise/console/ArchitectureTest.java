// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.reprise.console");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("dev.reprise.console.(**)").should().beFreeOfCycles().check(CLASSES);
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
        noClasses().should().dependOnClassesThat().resideInAnyPackage("dev.reprise.core..", "dev.reprise.ingest..",
                "dev.reprise.coordinator..", "dev.reprise.runner..", "dev.reprise.notifier..", "dev.reprise.app..")
                .check(CLASSES);
    }

    @Test
    void shouldCloseEveryClassToInheritance() {
        classes().that(areOrdinary()).should().haveModifier(JavaModifier.FINAL).check(CLASSES);
    }

    @Test
    void shouldNotUseBannedNamesOrSystemOut() {
        noClasses().should().haveSimpleNameEndingWith("Manager").orShould().haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util").orShould().haveSimpleNameEndingWith("Utils").orShould()
                .haveSimpleNameEndingWith("Impl").orShould().haveSimpleNameEndingWith("Service").orShould()
                .haveSimpleNameEndingWith("Info").orShould().haveSimpleNameEndingWith("Data").orShould()
                .haveSimpleNameStartingWith("Abstract").orShould().accessField(System.class, "out").orShould()
                .accessField(System.class, "err").check(CLASSES);
    }

    @Test
    void shouldMarkEveryPackageForNulls() {
        Set<String> unmarked = CLASSES.stream().map(JavaClass::getPackage)
                .filter(each -> !each.isAnnotatedWith(NullMarked.class)).map(each -> each.getName())
                .collect(Collectors.toSet());

        assertThat(unmarked).isEmpty();
    }

    private static DescribedPredicate<JavaClass> areOrdinary() {
        return DescribedPredicate.describe("are ordinary classes",
                each -> !each.isInterface() && !each.isEnum() && !each.isRecord() && !each.isAnonymousClass()
                        && !each.getSimpleName().equals("package-info") && !each.isNestedClass());
    }
}
