// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.id.RerunId;

/**
 * The ledger of one Kafka partition, replayed from its records in the order of their offsets. Applying the same records
 * in the same order always gives the same ledger. For one thread.
 */
public final class Ledger {
    private final Map<RerunId, LedgerEntry> entries = new HashMap<>();
    private final Map<Long, String> owners = new HashMap<>();
    private int open;
    private int inDoubt;

    /**
     * Applies one record.
     *
     * @param offset its offset: that of a takeover is the epoch of its owner
     */
    public void apply(long offset, DispatchRecord dispatch) {
        switch (dispatch) {
            case Takeover takeover -> owners.put(offset, takeover.owner());
            case DispatchIntent intent -> put(intent.rerunId(), new LedgerEntry.Open(intent.epoch(),
                    Optional.of(intent.at()), Optional.of(intent.notAfter()), false));
            case DispatchInDoubt doubt -> put(doubt.rerunId(), openOf(doubt.rerunId()).doubted(doubt.epoch()));
            case DispatchResult result ->
                put(result.rerunId(), new LedgerEntry.Settled(result.at(), openOf(result.rerunId()).notAfter()));
        }
    }

    /** Notes that a record about this rerun cannot be read. */
    public void unreadable(RerunId rerunId, String cause) {
        put(rerunId, new LedgerEntry.Unreadable(cause));
    }

    /** What is known of a rerun; empty when it was never intended. */
    public Optional<LedgerEntry> find(RerunId rerunId) {
        return Optional.ofNullable(entries.get(rerunId));
    }

    /** The owner that had this epoch; empty when its takeover is no longer in the log. */
    public Optional<String> ownerOf(long epoch) {
        return Optional.ofNullable(owners.get(epoch));
    }

    /** Where the owner that had this epoch kept its run directories; empty when its takeover is no longer in the log. */
    Optional<String> placeOf(long epoch) {
        return ownerOf(epoch).map(Owner::placeOf);
    }

    /** How many intents have no result. */
    public int open() {
        return open;
    }

    /** How many of the open ones are in doubt. */
    public int inDoubt() {
        return inDoubt;
    }

    /**
     * Forgets what ended longer ago than {@code horizon} and whose command has lost its life; without this a runner that
     * is never restarted would grow for ever.
     */
    public void forget(Instant now, Duration horizon) {
        Instant before = now.minus(horizon);
        entries.values().removeIf(entry -> entry instanceof LedgerEntry.Settled settled && settled.at().isBefore(before)
                && settled.notAfter().map(now::isAfter).orElse(true));
    }

    private LedgerEntry.Open openOf(RerunId rerunId) {
        return entries.get(rerunId) instanceof LedgerEntry.Open known
                ? known
                : new LedgerEntry.Open(0, Optional.empty(), Optional.empty(), false);
    }

    private void put(RerunId rerunId, LedgerEntry entry) {
        LedgerEntry before = entries.put(rerunId, entry);
        open += count(entry) - count(before);
        inDoubt += countDoubt(entry) - countDoubt(before);
    }

    private static int count(@Nullable LedgerEntry entry) {
        return entry instanceof LedgerEntry.Open ? 1 : 0;
    }

    private static int countDoubt(@Nullable LedgerEntry entry) {
        return entry instanceof LedgerEntry.Open known && known.inDoubt() ? 1 : 0;
    }
}
