// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

class ScopeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"billing||| billing|invoices|payments|true",
        "billing||| billing-eu|invoices|payments|false", "bill*||| billing-eu|invoices||true",
        "|payments|| billing|invoices|payments|true", "|payments|| billing|invoices||false",
        "||billing/inv*| billing|invoices||true", "||billing/inv*| billing|refunds||false",
        "billing|payments|| billing|invoices|fraud|false", "billing|payments|| billing|invoices|payments|true",
        "b.lling||| billing|invoices||false", "*illin*||| billing|invoices||true", "bill,ship||| ship|x||true"})
    void shouldCoverJob(String namespaces, String owners, String jobs, String namespace, String name, String owner,
            boolean covered) {
        Scope scope = new Scope(list(namespaces), list(owners), list(jobs));
        assertThat(scope.covers(Scope.Place.job(namespace, name, Optional.ofNullable(owner)))).isEqualTo(covered);
    }

    @Test
    void shouldCoverNamespaceOnlyWhereNothingWithinItIsLeftOut() {
        Scope.Place billing = Scope.Place.namespace("billing");
        assertThat(new Scope(List.of("billing"), null, null).covers(billing)).isTrue();
        assertThat(new Scope(List.of("billing"), List.of("payments"), null).covers(billing)).isFalse();
        assertThat(new Scope(null, null, List.of("billing/*")).covers(billing)).isFalse();
        assertThat(Scope.EVERYTHING.covers(billing)).isTrue();
    }

    @Test
    void shouldHoldEachRoleWithinItsOwnScope() {
        Principal caller = new Principal("ann",
                List.of(new Grant(Set.of(Role.VIEWER), Scope.EVERYTHING),
                        new Grant(Set.of(Role.APPROVER), new Scope(List.of("billing"), null, null))),
                Principal.AuthMethod.TOKEN);
        Scope.Place billing = Scope.Place.job("billing", "x", Optional.empty());
        Scope.Place other = Scope.Place.job("other", "x", Optional.empty());
        assertThat(caller.may(Role.OPERATOR, billing)).isTrue();
        assertThat(caller.may(Role.OPERATOR, other)).isFalse();
        assertThat(caller.may(Role.ADMIN, billing)).isFalse();
        assertThat(caller.mayEverywhere(Role.VIEWER)).isTrue();
        assertThat(caller.mayEverywhere(Role.OPERATOR)).isFalse();
    }

    @Test
    void shouldRefusePatternsAndRoutesThatAreNone() {
        assertThatThrownBy(() -> new Scope(List.of(" "), null, null)).isInstanceOf(ConfigException.class)
                .hasMessageContaining("namespaces");
        for (List<String> routes : List.of(List.<String>of(), List.of("/api"), List.of("get /api"))) {
            assertThatThrownBy(() -> new TokenConfig("a", Optional.of(Secret.of("token-0123456789-0123456789")),
                    Optional.empty(), Set.of(Role.ADMIN), Optional.empty(), Optional.empty(), Optional.of(routes)))
                    .isInstanceOf(ConfigException.class).hasMessageContaining("routes");
        }
    }

    private static List<String> list(String text) {
        return text == null ? List.of() : Arrays.asList(text.split(","));
    }
}
