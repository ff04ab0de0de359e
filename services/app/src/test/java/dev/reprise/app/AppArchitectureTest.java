// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app;

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

class AppArchitectureTest {

    private static final String BANNED_ENDINGS = ".*(Manager|Helper|Utils?|Impl|Base|Common|Info|Data|Model|Service)";

    private final JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reprise.app");

    @Test
    void shouldHaveNoPackageCycles() {
        slices().matching("dev.reprise.app.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void shouldNotWriteToStandardStreams() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes.that(new com.tngtech.archunit.base.DescribedPredicate<>(
                "are not the place where --debug shows a stack trace") {
            @Override
            public boolean test(JavaClass type) {
                return !type.getName().contains("CommandTree");
            }
        }));
    }

    @Test
    void shouldEndTheProcessAndReadTheEnvironmentInMainOnly() {
        noClasses().that().doNotHaveSimpleName("RepriseMain").should().callMethod(System.class, "exit", int.class)
                .orShould().callMethod(System.class, "getenv").orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(classes);
    }

    @Test
    void shouldKeepServicesAndKafkaOutOfTheCommandLine() {
        // Most commands run without those archives on their class path.
        noClasses().that().resideInAnyPackage("dev.reprise.app.cli..", "dev.reprise.app.client..",
                "dev.reprise.app.exec..", "dev.reprise.app.output..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "dev.reprise.coordinator..", "dev.reprise.runner..",
                        "dev.reprise.notifier..", "dev.reprise.console..")
                .check(classes);
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
}
