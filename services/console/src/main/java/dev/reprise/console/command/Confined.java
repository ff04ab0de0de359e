// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.util.List;
import java.util.Optional;

import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Scope;
import dev.reprise.schemas.match.Matcher;

/**
 * How far matchers reach, as the scopes of callers see it. Only a matcher that demands one value confines them: what a
 * pattern lets through nobody can say.
 */
final class Confined {
    private Confined() {}

    /**
     * Lets a caller pass whose scope holds all that the matchers may ever fit.
     *
     * @param what for a person, such as {@code a silence}
     * @param written the matchers, all of which must hold; they can be read
     * @throws dev.reprise.runtime.http.ProblemException with status 403 for every other caller
     */
    static void require(Request request, String what, List<String> written) {
        Optional<Scope.Place> place = place(written);
        if (place.isPresent()) {
            request.requireScope(place.get());
        } else {
            request.requireUnlimited(what + " that no matcher confines: add one such as namespace=\"billing\", "
                    + "job=\"billing/load\" or owner=\"payments\" that keeps it within the scope");
        }
    }

    /** The place that all of it lies in; nothing where no matcher says so. */
    static Optional<Scope.Place> place(List<String> written) {
        List<Matcher> matchers = written.stream().map(Matcher::parse).toList();
        Optional<String> job = demanded(matchers, "job").filter(key -> key.indexOf('/') > 0);
        Optional<String> namespace = job.map(key -> key.substring(0, key.indexOf('/')))
                .or(() -> demanded(matchers, "namespace"));
        Optional<String> owner = demanded(matchers, "owner").filter(name -> !name.isEmpty());
        if (job.isEmpty() && namespace.isPresent()) {
            job = demanded(matchers, "name").map(name -> namespace.get() + "/" + name);
        }
        return namespace.isEmpty() && owner.isEmpty()
                ? Optional.empty()
                : Optional.of(new Scope.Place(namespace.orElse(""), job, owner));
    }

    private static Optional<String> demanded(List<Matcher> matchers, String label) {
        return matchers.stream().flatMap(matcher -> matcher.demanded(label).stream()).findFirst();
    }
}
