// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

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
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.reprise.runner";

    private final JavaClasses all = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void shouldHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(all);
    }

    @Test
    void shouldKeepTheLedgerPure() {
        noClasses().that().resideInAPackage(ROOT + ".ledger").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "java.io..", "java.nio.file..", "java.net..",
                        "java.util.concurrent..", ROOT + ".dispatch..", ROOT + ".target.process..",
                        ROOT + ".target.http..")
                .check(all);
        noClasses().that().resideInAPackage(ROOT + ".ledger").should().callMethod(Instant.class, "now")
                .check(all);
    }

    @Test
    void shouldKeepTargetsFromKafka() {
        noClasses().that().resideInAPackage(ROOT + ".target..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", ROOT + ".dispatch..").check(all);
    }

    @Test
    void shouldNotPrint() {
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(all);
    }

    @Test
    void shouldHaveClosedTypes() {
        DescribedPredicate<JavaClass> closed = DescribedPredicate.describe("final, sealed or an interface",
                type -> type.isInterface() || type.isEnum() || type.getModifiers().contains(JavaModifier.FINAL)
                        || type.reflect().isSealed() || type.isAnonymousClass()
                        || type.getEnclosingClass().map(JavaClass::isEnum).orElse(false));
        classes().that().doNotHaveSimpleName("package-info").should(new ArchCondition<>(
                "be final, sealed or an interface") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                events.add(new SimpleConditionEvent(type, closed.test(type), type.getName()));
            }
        }).check(all);
    }

    @Test
    void shouldHaveTellingNames() {
        noClasses().should()
                .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Base|Common|Info|Data|Model|Service)$|.*\\.Abstract.*")
                .check(all);
    }

    @Test
    void shouldMarkEveryPackage() {
        all.stream().map(JavaClass::getPackage).distinct()
                .forEach(found -> assertThat(found.isAnnotatedWith(NullMarked.class)).as(found.getName()).isTrue());
    }
}
