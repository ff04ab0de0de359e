// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.reprise.ingest");
    private static final DescribedPredicate<JavaClass> CLOSED = DescribedPredicate.describe(
            "final, sealed, an interface, a record, an enum or anonymous",
            type -> type.getModifiers().contains(JavaModifier.FINAL) || type.isInterface() || type.isRecord()
                    || type.isEnum() || type.isAnonymousClass() || type.reflect().isSealed());

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.reprise.ingest.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldKeepTheMappingPure() {
        noClasses().that().resideInAPackage("..lineage..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "io.micrometer..", "dev.reprise.runtime..")
                .check(CLASSES);
        noClasses().that().resideInAPackage("..lineage..").should().callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void shouldUseStreamsOnlyWhereItIsWired() {
        noClasses().that().resideOutsideOfPackages("..normalise..", "dev.reprise.ingest").should().dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..").check(CLASSES);
    }

    @Test
    void shouldPrintNothing() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    }

    @Test
    void shouldCloseEveryClass() {
        classes().should(ArchCondition.from(CLOSED)).check(CLASSES);
    }

    @Test
    void shouldNotUseNamesThatSayNothing() {
        classes().should().haveNameNotMatching(
                ".*(Manager|Helper|Util|Utils|Impl|Base|Common|Info|Data|Model|Service)|.*\\.Abstract[A-Z].*")
                .check(CLASSES);
    }

    @Test
    void shouldDescribeEveryPackage() throws ClassNotFoundException {
        Set<String> packages = CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        for (String name : packages) {
            assertThat(Class.forName(name + ".package-info").isAnnotationPresent(NullMarked.class)).as(name).isTrue();
        }
    }
}
