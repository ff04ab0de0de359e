// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.KILLED;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.UPSTREAM;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Exit statuses: of shells, of signals (128 and more, or negative), of timeout(1) and of sysexits.h. */
final class ExitStatusRules {
    private ExitStatusRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("exit.timeout", TIMEOUT).onExit(124),
                lasting("exit.not-executable", PERMISSION).onExit(126),
                lasting("exit.command-not-found", USER_CODE).onExit(127),
                passing("exit.interrupted", KILLED).onExit(130, -2),
                passing("exit.aborted", USER_CODE).onExit(134, -6),
                passing("exit.killed", KILLED).onExit(137, -9),
                passing("exit.segfault", USER_CODE).onExit(139, -11),
                passing("exit.terminated", KILLED).onExit(143, -15),
                passing("exit.cpu-limit", RESOURCE).onExit(152, -24),
                passing("exit.usage", USER_CODE).onExit(64),
                passing("exit.input-missing", UPSTREAM).afterSeconds(300).onExit(66),
                passing("exit.unavailable", PLATFORM).afterSeconds(60).onExit(69),
                passing("exit.try-again", PLATFORM).afterSeconds(60).onExit(75),
                passing("exit.no-permission", PERMISSION).onExit(77),
                passing("exit.configuration", USER_CODE).onExit(78));
    }
}
