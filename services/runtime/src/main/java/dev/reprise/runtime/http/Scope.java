// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;

/**
 * To which jobs a role extends. Each list that is given must hold one pattern that fits; a list that is empty says
 * nothing. In a pattern {@code *} stands for any run of characters, slashes among them, and nothing else is special.
 *
 * @param namespaces patterns of namespaces
 * @param owners patterns of owners, as the registry names them
 * @param jobs patterns of {@code NAMESPACE/NAME}
 */
public record Scope(List<String> namespaces, List<String> owners, List<String> jobs) {

    /** Every job, and what concerns no single job. */
    public static final Scope EVERYTHING = new Scope(List.of(), List.of(), List.of());

    private static final int MOST = 100;
    private static final int LONGEST = 256;

    /**
     * What a request is about.
     *
     * @param namespace the namespace
     * @param job {@code NAMESPACE/NAME}; absent where it is about the whole namespace
     * @param owner the owner, where it is known
     */
    public record Place(String namespace, Optional<String> job, Optional<String> owner) {

        /** One job. */
        public static Place job(String namespace, String name, Optional<String> owner) {
            return new Place(namespace, Optional.of(namespace + "/" + name), owner);
        }

        /** All jobs of a namespace. */
        public static Place namespace(String namespace) {
            return new Place(namespace, Optional.empty(), Optional.empty());
        }

        @Override
        public String toString() {
            return job.map(key -> "the job " + key).orElse("the namespace " + namespace);
        }
    }

    /**
     * Takes copies; an absent list is an empty one.
     *
     * @throws ConfigException for a pattern that is empty or longer than 256 characters, or more than 100 of them
     */
    public Scope(@Nullable List<String> namespaces, @Nullable List<String> owners, @Nullable List<String> jobs) {
        this.namespaces = checked("namespaces", namespaces);
        this.owners = checked("owners", owners);
        this.jobs = checked("jobs", jobs);
    }

    /** Whether it leaves nothing out. */
    public boolean isUnlimited() {
        return namespaces.isEmpty() && owners.isEmpty() && jobs.isEmpty();
    }

    /** Whether it extends to a place. A place whose owner or job is not known is outside where one is asked for. */
    public boolean covers(Place place) {
        return fits(namespaces, Optional.of(place.namespace())) && fits(owners, place.owner())
                && fits(jobs, place.job());
    }

    private static boolean fits(List<String> patterns, Optional<String> value) {
        return patterns.isEmpty()
                || value.filter(text -> patterns.stream().anyMatch(pattern -> fits(pattern, text))).isPresent();
    }

    /** Whether a text fits a pattern. */
    static boolean fits(String pattern, String text) {
        return Pattern.compile(List.of(pattern.split("\\*", -1)).stream().map(Pattern::quote)
                .collect(Collectors.joining(".*")), Pattern.DOTALL).matcher(text).matches();
    }

    private static List<String> checked(String field, @Nullable List<String> patterns) {
        List<String> given = patterns == null ? List.of() : List.copyOf(patterns);
        if (given.size() > MOST || given.stream().anyMatch(each -> each.isBlank() || each.length() > LONGEST)) {
            throw ConfigException.of(field,
                    "has an empty pattern, one longer than " + LONGEST + " or more than " + MOST,
                    "write patterns such as billing or team-*");
        }
        return given;
    }
}
