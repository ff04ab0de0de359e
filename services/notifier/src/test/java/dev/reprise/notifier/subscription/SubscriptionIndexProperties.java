// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.schemas.match.Matcher;

/** The index is nothing but a faster way to the answer that asking each subscription in turn gives. */
class SubscriptionIndexProperties {
    private static final List<String> MATCHERS = List.of("owner=a", "owner=b", "owner=\"\"", "owner!=a",
            "owner=~\"a|b\"", "owner=~\"a|\"", "owner=~\"a.*\"", "owner=~\"(?:a|b)\"", "owner!~\"b|c\"", "namespace=x",
            "namespace=~\"x|y\"", "namespace=~\"\"", "severity=critical", "severity=~\"critical|warning\"", "tier=1",
            "tier!=\"\"", "name=~\"x y|z\"");

    @Property(tries = 3_000)
    void shouldAnswerAsIfEachWereAskedInTurn(@ForAll("rules") List<Subscription> named,
            @ForAll("rules") List<Subscription> implied, @ForAll("labels") Map<String, String> labels) {
        List<Subscription> plain = new ArrayList<>();
        for (Subscription each : named) {
            if (each.matches(labels)) {
                plain.add(each);
                if (!each.goesOn()) {
                    break;
                }
            }
        }
        implied.stream().filter(each -> each.matches(labels)).forEach(plain::add);

        Subscriptions subscriptions = new Subscriptions(named, implied);

        assertThat(subscriptions.of(labels)).isEqualTo(plain);
        named.forEach(each -> assertThat(subscriptions.isImplied(each)).isEqualTo(implied.contains(each)));
        implied.forEach(each -> assertThat(subscriptions.isImplied(each)).isTrue());
        if (!named.isEmpty()) {
            String name = named.getLast().name();
            assertThat(subscriptions.find(name))
                    .isEqualTo(named.stream().filter(each -> each.name().equals(name)).findFirst());
        }
    }

    @Property(tries = 1_000)
    void shouldListAllValuesThatAMatcherAccepts(@ForAll("matcher") Matcher matcher,
            @ForAll("labels") Map<String, String> labels) {
        matcher.values().ifPresent(values -> assertThat(matcher.matches(labels))
                .isEqualTo(new HashSet<>(values).contains(labels.getOrDefault(matcher.label(), ""))));
    }

    @Provide
    Arbitrary<List<Subscription>> rules() {
        return Combinators.combine(Arbitraries.integers().between(0, 9), matcher().list().ofMaxSize(3),
                Arbitraries.of(true, true, false))
                .as((number, match, goesOn) -> new Subscription("s" + number, Optional.empty(), match,
                        new Grouping(List.of()), Timers.AT_ONCE, List.of("r"), Optional.empty(), Optional.empty(),
                        List.of(), goesOn))
                .list().ofMaxSize(12);
    }

    @Provide
    Arbitrary<Matcher> matcher() {
        return Arbitraries.of(MATCHERS).map(Matcher::parse);
    }

    @Provide
    Arbitrary<Map<String, String>> labels() {
        return Arbitraries.maps(Arbitraries.of("owner", "namespace", "severity", "tier", "name"),
                Arbitraries.of("a", "b", "ab", "", "x", "y", "x y", "critical", "1", "a|b")).ofMaxSize(5);
    }
}
