// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Python and its usual libraries. */
final class PythonRules {
    private PythonRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("python.out-of-memory", RESOURCE).on("\\b(?:_Array)?MemoryError\\b",
                        "Unable to allocate .* for an array", "CUDA out of memory"),
                lasting("python.module-missing", USER_CODE).on("ModuleNotFoundError: ", "ImportError: "),
                lasting("python.syntax", USER_CODE).on("\\bSyntaxError: ", "IndentationError: ", "TabError: "),
                lasting("python.name", USER_CODE).on("\\bNameError: name", "UnboundLocalError: "),
                passing("python.type", USER_CODE).on("\\bTypeError: ", "\\bAttributeError: "),
                lasting("python.template", USER_CODE).on("jinja2\\.exceptions\\."),
                lasting("python.recursion", USER_CODE).on("RecursionError: "),
                passing("python.key", DATA).on("\\bKeyError: ", "\\bIndexError: "),
                passing("python.encoding", DATA).on("UnicodeDecodeError: ", "UnicodeEncodeError: ",
                        "JSONDecodeError: "),
                passing("python.value", DATA).on("\\bValueError: ", "ZeroDivisionError: ",
                        "decimal\\.InvalidOperation", "\\bParserError: ", "\\bArrowInvalid: "),
                passing("python.assertion", DATA).on("\\bAssertionError\\b"));
    }
}
