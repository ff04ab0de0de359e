// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.Response;

/**
 * One thing that is wrong with one event of a request.
 *
 * @param index the event's place in a batch, from 0
 * @param status the HTTP status it would have alone
 * @param rule the rule it breaks, in upper case, such as {@code SCHEMA}
 * @param field the field or attribute at fault, in dotted form
 * @param detail what was found and what was expected
 * @param fix what to do about it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record EventProblem(int index, int status, String rule, Optional<String> field, String detail, Optional<String> fix) {

    /**
     * A problem document with everything that is wrong.
     *
     * @param problems the entries
     */
    private record Many(String type, String title, int status, String detail, List<EventProblem> problems) {}

    /** A problem; {@code field} and {@code fix} may be empty. */
    static EventProblem of(int index, int status, String rule, String field, String detail, String fix) {
        return new EventProblem(index, status, rule, field.isEmpty() ? Optional.empty() : Optional.of(field), detail,
                fix.isEmpty() ? Optional.empty() : Optional.of(fix));
    }

    /**
     * The answer to a request of which nothing was taken in.
     *
     * @param problems at least one
     * @param size how many events the request had
     */
    static Response refusal(List<EventProblem> problems, int size) {
        if (size == 1 && problems.size() == 1) {
            return problems.getFirst().alone();
        }
        int status = problems.stream().mapToInt(EventProblem::status).max().orElse(400);
        long bad = problems.stream().mapToInt(EventProblem::index).distinct().count();
        String detail = size == 1
                ? "the event has " + problems.size() + " problems"
                : bad + " of " + size + " events are unusable; none was taken in";
        return new Response(status, Map.of(), new Response.Body.Json("application/problem+json",
                new Many("urn:reprise:events-refused", "Events refused", status, detail, problems)));
    }

    private Response alone() {
        String type = "urn:reprise:" + rule.toLowerCase(Locale.ROOT).replace('_', '-');
        Problem problem = Problem.of(status, detail).as(type, "Event refused");
        Problem named = field.map(problem::in).orElse(problem);
        return Response.problem(fix.map(named::fixedBy).orElse(named));
    }
}
