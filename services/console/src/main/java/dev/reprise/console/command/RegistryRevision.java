// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Request;
import dev.reprise.schemas.job.JobDefinition;

/**
 * How the jobs stand that a document concerns: those that it names, and all of the namespaces that it prunes. What was
 * only applied again, without a change, is the same revision.
 *
 * @param hash of their definitions, in the order of their names
 * @param empty whether none of them is in the registry
 */
record RegistryRevision(String hash, boolean empty) {

    private static final String ANY = "*";

    /** How they stand before a plan is carried out. */
    static RegistryRevision of(RegistryPlan plan, JsonAnswers answers) {
        List<JobDefinition> there = Stream.of(plan.unchanged(), plan.before().values(), plan.removed().values())
                .flatMap(Collection::stream).sorted(Comparator.comparing(job -> job.job().key())).toList();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        there.forEach(job -> all.writeBytes(answers.bytes(RegistryPlan.content(job))));
        return new RegistryRevision(JsonAnswers.hash(all.toByteArray()), there.isEmpty());
    }

    /** What a caller is given: the hash, and when it was looked at, so that it can be told what changed since. */
    String readAt(Instant now) {
        return hash + "@" + now;
    }

    /**
     * Whether it is what a caller has seen, where the caller says what it has seen.
     *
     * @param onlyJob the entity tag of the one job that the document concerns; empty where it concerns several
     */
    boolean isSeenBy(Request request, Supplier<Optional<String>> onlyJob) {
        boolean matches = request.header("If-Match").isEmpty() || tags(request, "If-Match").anyMatch(
                tag -> tag.equals(ANY)
                        ? !empty
                        : hashOf(tag).equals(hash) || onlyJob.get().filter(tag::equals).isPresent());
        boolean absent = tags(request, "If-None-Match").noneMatch(ANY::equals) || empty;
        return matches && absent;
    }

    /** When the caller has looked, as far as the revision says it. */
    static Optional<Instant> seenAt(Request request) {
        return tags(request, "If-Match").map(tag -> tag.substring(tag.indexOf('@') + 1).replace("\"", ""))
                .flatMap(text -> instant(text).stream()).min(Comparator.naturalOrder());
    }

    private static String hashOf(String tag) {
        String text = tag.replace("\"", "");
        int at = text.indexOf('@');
        return at < 0 ? text : text.substring(0, at);
    }

    private static Stream<String> tags(Request request, String header) {
        return request.header(header).stream().flatMap(tags -> Stream.of(tags.split(",", -1))).map(String::strip);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
