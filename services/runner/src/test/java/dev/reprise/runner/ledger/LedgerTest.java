// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.Takeover;

class LedgerTest {
    private static final Instant NOW = Reruns.NOW;
    private static final StartRerun START = Reruns.aStart("orders", Reruns.aProcess("true"));

    private final Ledger ledger = new Ledger();

    @Test
    void shouldKnowOwnersByTheirEpoch() {
        ledger.apply(4, new Takeover(0, "runner-1#here", NOW));
        assertThat(ledger.ownerOf(4)).contains("runner-1#here");
        assertThat(ledger.ownerOf(5)).isEmpty();
    }

    @Test
    void shouldKeepTimeOfIntentThroughDoubts() {
        ledger.apply(1, intent());
        ledger.apply(2, doubt(8));
        assertThat(ledger.find(START.rerunId()))
                .contains(new LedgerEntry.Open(8, Optional.of(NOW), Optional.of(START.notAfter()), true));
    }

    @Test
    void shouldCountOpenAndInDoubt() {
        ledger.apply(1, intent());
        assertThat(ledger.open()).isOne();
        assertThat(ledger.inDoubt()).isZero();
        ledger.apply(2, doubt(0));
        assertThat(ledger.inDoubt()).isOne();
        ledger.apply(3, expired());
        assertThat(ledger.open()).isZero();
        assertThat(ledger.inDoubt()).isZero();
    }

    @Test
    void shouldForgetNothingThatMayStillBeCommanded() {
        ledger.apply(1, intent());
        ledger.apply(2, expired());
        ledger.forget(START.notAfter(), Duration.ofHours(1));
        assertThat(ledger.find(START.rerunId())).isPresent();
        ledger.forget(START.notAfter().plusSeconds(1), Duration.ofDays(1));
        assertThat(ledger.find(START.rerunId())).isPresent();
        ledger.forget(START.notAfter().plusSeconds(1), Duration.ofHours(1));
        assertThat(ledger.find(START.rerunId())).isEmpty();
    }

    @Test
    void shouldNeverForgetOpenOnes() {
        ledger.apply(1, intent());
        ledger.forget(NOW.plus(Duration.ofDays(365)), Duration.ofDays(1));
        assertThat(ledger.find(START.rerunId())).isPresent();
    }

    private static DispatchIntent intent() {
        return new DispatchIntent(START.rerunId(), START.job(), START.partition(), 1, 0, NOW, "0".repeat(64),
                START.notAfter());
    }

    private static DispatchInDoubt doubt(long epoch) {
        return new DispatchInDoubt(START.rerunId(), START.job(), START.partition(), 1, epoch, NOW.plusSeconds(1),
                "no answer", NOW.plusSeconds(6));
    }

    private static DispatchExpired expired() {
        return new DispatchExpired(START.rerunId(), START.job(), START.partition(), 1, 0, NOW.plusSeconds(2));
    }
}
