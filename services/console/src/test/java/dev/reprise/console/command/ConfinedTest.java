// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.http.Scope.Place;

/** What matchers can reach at most. */
class ConfinedTest {
    @Test
    void shouldConfineByWhatIsDemandedExactly() {
        assertThat(Confined.place(List.of("namespace=shop", "kind=~\".*\""))).contains(Place.namespace("shop"));
        assertThat(Confined.place(List.of("job=\"shop/daily\""))).contains(
                Place.job("shop", "daily", Optional.empty()));
        assertThat(Confined.place(List.of("namespace=shop", "name=daily", "owner=billing"))).contains(
                Place.job("shop", "daily", Optional.of("billing")));
        assertThat(Confined.place(List.of("owner=billing"))).contains(
                new Place("", Optional.empty(), Optional.of("billing")));
    }

    @Test
    void shouldTakeTheJobWhereItContradictsTheNamespace() {
        assertThat(Confined.place(List.of("namespace=shop", "job=other/x"))).contains(
                Place.job("other", "x", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"namespace=~shop", "namespace!=shop", "namespace!~shop", "owner=~\"billing|x\"",
        "owner=\"\"", "name=daily", "job=daily", "severity=critical", "tier=shop"})
    void shouldSayOfEverythingElseThatItReachesAnywhere(String matcher) {
        assertThat(Confined.place(List.of(matcher))).isEmpty();
        assertThat(Confined.place(List.of())).isEmpty();
    }
}
