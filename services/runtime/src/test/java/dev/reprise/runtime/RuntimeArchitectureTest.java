// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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

class RuntimeArchitectureTest {

    private static final String BANNED_ENDINGS = ".*(Manager|Helper|Utils?|Impl|Base|Common|Info|Data|Model|Service)";

    private final JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reprise.runtime");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("dev.reprise.runtime.(*)..").should().beFreeOfCycles().check(classes);
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
    void shouldKeepLibrariesInTheirRooms() {
        noClasses().that().resideOutsideOfPackage("dev.reprise.runtime.http").should().dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta..").check(classes);
        noClasses().that().resideOutsideOfPackage("dev.reprise.runtime.kafka").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka.streams..", "kafka.server..").check(classes);
        classes().that(resideInAPackage("dev.reprise.runtime..")).should().onlyDependOnClassesThat()
                .resideOutsideOfPackage("dev.reprise.core..").check(classes);
    }

    @Test
    void shouldShowNothingOfTheServerLibrary() {
        classes().that().resideInAPackage("dev.reprise.runtime.http").and().arePublic().and().areInterfaces().should()
                .onlyDependOnClassesThat().resideOutsideOfPackages("io.javalin..", "jakarta..").check(classes);
    }
}
