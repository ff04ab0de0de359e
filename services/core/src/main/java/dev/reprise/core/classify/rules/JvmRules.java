// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** The Java virtual machine. */
final class JvmRules {
    private JvmRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("jvm.out-of-memory", RESOURCE).on("java\\.lang\\.OutOfMemoryError",
                        "GC overhead limit exceeded"),
                passing("jvm.stack-overflow", RESOURCE).on("java\\.lang\\.StackOverflowError"),
                lasting("jvm.class-missing", USER_CODE).on("ClassNotFoundException", "NoClassDefFoundError",
                        "NoSuchMethodError", "UnsupportedClassVersionError",
                        "Could not find or load main class"),
                lasting("jvm.number-format", DATA).on("NumberFormatException"),
                passing("jvm.crash", PLATFORM).on("A fatal error has been detected by the Java Runtime Environment"),
                passing("jvm.program-missing", PLATFORM).on("Cannot run program \""));
    }
}
