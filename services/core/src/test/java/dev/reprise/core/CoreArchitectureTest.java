// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class CoreArchitectureTest {

    private static final String BANNED_ENDINGS = ".*(Manager|Helper|Utils?|Impl|Base|Common|Info|Data|Model|Service)";

    private final JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reprise.core");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("dev.reprise.core.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void shouldNotWriteToStandardStreams() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
    }

    @Test
    void shouldCloseClassesToInheritance() {
        Set<String> open = classes.stream()
                .filter(type -> !type.isInterface() && !type.isEnum() && !type.isAnonymousClass()
                        && !type.getModifiers().contains(JavaModifier.FINAL))
                .map(JavaClass::getName).filter(name -> !name.endsWith("package-info")).collect(Collectors.toSet());
        assertThat(open).isEmpty();
    }

    @Test
    void shouldNotUseBannedNames() {
        noClasses().should().haveNameMatching(BANNED_ENDINGS).check(classes);
        noClasses().should().haveSimpleNameStartingWith("Abstract").check(classes);
    }

    @Test
    void shouldMarkEveryPackage() {
        Set<String> unmarked = classes.stream().map(JavaClass::getPackage)
                .filter(each -> !each.isAnnotatedWith(NullMarked.class)).map(each -> each.getName())
                .collect(Collectors.toSet());
        assertThat(unmarked).isEmpty();
    }

    @Test
    void shouldReachNothingOutside() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("java.io..", "java.nio..", "java.net..",
                "java.util.concurrent..", "org.apache..", "org.slf4j..", "tools.jackson..", "com.fasterxml..")
                .check(classes);
        noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.lang.Thread").orShould()
                .dependOnClassesThat().haveFullyQualifiedName("java.util.Random").orShould().dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.System").orShould().callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(java.util.UUID.class, "randomUUID").check(classes);
    }

    @Test
    void shouldDecideARerunInOnePlaceAlone() {
        noClasses().that().doNotHaveSimpleName("RerunRules").should()
                .callConstructorWhere(com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                        com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                                com.tngtech.archunit.core.domain.properties.HasName.Predicates.name(
                                        "dev.reprise.schemas.decision.Decision$Rerun"))))
                .check(classes);
    }
}
