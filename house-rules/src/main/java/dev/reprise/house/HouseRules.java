// SPDX-License-Identifier: Apache-2.0
package dev.reprise.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;

/** The rules that every module keeps, as one named test each. */
public final class HouseRules {
    private static final Pattern BANNED = Pattern
            .compile("(Abstract.*)|(.*(Manager|Helper|Utils?|Impl|Base|Common|Info|Data|Model|Service))");
    private final String root;
    private final JavaClasses main;
    private final Predicate<JavaClass> mayPrint;

    private HouseRules(String root, JavaClasses main, Predicate<JavaClass> mayPrint) {
        this.root = root;
        this.main = main;
        this.mayPrint = mayPrint;
    }

    /** The rules for the main classes below a root package. */
    public static HouseRules of(String root) {
        JavaClasses main = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(root);
        return new HouseRules(root, main, type -> false);
    }

    /** The same, where some classes may use the standard streams: a main, or the place that prints a stack trace. */
    public HouseRules allowingStreamsIn(Predicate<JavaClass> those) {
        return new HouseRules(root, main, those);
    }

    /** The main classes, for a module's own rules. */
    public JavaClasses classes() {
        return main;
    }

    /** One test for each rule. */
    public Stream<DynamicTest> tests() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("no package cycles", slices().matching(root + ".(**)").should().beFreeOfCycles()
                .allowEmptyShould(true));
        rules.put("standard streams are left alone", noClasses().that(are("not allowed to print", mayPrint.negate()))
                .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS));
        rules.put("classes are closed", written().should().haveModifier(JavaModifier.FINAL).orShould()
                .beInterfaces().orShould().beEnums());
        rules.put("names say something", noClasses().should(ArchCondition.from(
                are("be named by a banned word", type -> BANNED.matcher(type.getSimpleName()).matches()))));
        rules.put("packages are marked for nulls", ArchRuleDefinition.classes().should(ArchCondition.from(
                are("be in a package marked for nulls", type -> type.getPackage().isAnnotatedWith(NullMarked.class)))));
        // The one who wires the program asks for what is installed, and the wrapper is all that the others see.
        rules.put("traces are told to the wrapper", noClasses().that()
                .resideOutsideOfPackages("dev.reprise.runtime.trace..", "dev.reprise.app.serve..").should()
                .dependOnClassesThat().resideInAPackage("io.opentelemetry..").allowEmptyShould(true));
        rules.put("of OpenTelemetry the interface alone", noClasses().should().dependOnClassesThat(are(
                "in OpenTelemetry, and not of its interface",
                type -> type.getPackageName().startsWith("io.opentelemetry.")
                        && Stream.of("api", "context", "common").noneMatch(part -> type.getPackageName()
                                .startsWith("io.opentelemetry." + part)))));
        return rules.entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().check(main)));
    }

    private static GivenClassesConjunction written() {
        return ArchRuleDefinition.classes().that(are("written by hand",
                type -> !type.isAnonymousClass() && !type.getSimpleName().equals("package-info")
                        && !type.getEnclosingClass().map(JavaClass::isEnum).orElse(false)));
    }

    private static DescribedPredicate<JavaClass> are(String description, Predicate<JavaClass> test) {
        return DescribedPredicate.describe(description, test);
    }
}
