// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The broker: topics of one Kafka partition each, transactions with their markers, and fences by producer epoch and by
 * generation of the group. What it does is what the product may rely on, no more.
 */
public final class Log {
    private final Supplier<Instant> time;
    private final Map<Topic, List<Slot>> topics = new EnumMap<>(Topic.class);
    private final Map<String, Integer> epochs = new HashMap<>();
    private final Map<String, Transaction> open = new HashMap<>();
    private int generation;
    private long position;

    /** A slot of a topic: a record, a marker, or what compaction left of either. */
    private record Slot(Entry entry, Transaction transaction, boolean hidden) {}

    private static final Object MARKER = "end of a transaction";

    /**
     * What a read found.
     *
     * @param entry the record; absent where there is none to be read now
     * @param next where to go on
     */
    public record Read(Optional<Entry> entry, long next) {}

    /**
     * Makes an empty log.
     *
     * @param time the clock of the broker
     */
    public Log(Supplier<Instant> time) {
        this.time = time;
        for (Topic topic : Topic.values()) {
            topics.put(topic, new ArrayList<>());
        }
    }

    /** Appends without a transaction. */
    public Entry append(Topic topic, Object value) {
        return append(topic, value, Transaction.NONE, false);
    }

    private Entry append(Topic topic, Object value, Transaction transaction, boolean hidden) {
        List<Slot> slots = slots(topic);
        Entry entry = new Entry(topic, slots.size(), time.get(), value);
        slots.add(new Slot(entry, transaction, hidden));
        return entry;
    }

    /** Reads the next committed record at or behind a position; nothing behind an open transaction is seen. */
    public Read read(Topic topic, long from) {
        List<Slot> slots = slots(topic);
        long at = from;
        while (at < slots.size()) {
            Slot slot = slots.get((int) at);
            if (slot.transaction().state() == Transaction.State.OPEN) {
                return new Read(Optional.empty(), at);
            }
            at++;
            if (slot.transaction().state() == Transaction.State.COMMITTED && !slot.hidden()) {
                return new Read(Optional.of(slot.entry()), at);
            }
        }
        return new Read(Optional.empty(), at);
    }

    /** The offset that the next record will have. */
    public long end(Topic topic) {
        return slots(topic).size();
    }

    /**
     * Compacts a topic: of the records with the same key only the newest is left, of what lies below an offset.
     *
     * @param keyOf the key of a record
     */
    public void compact(Topic topic, long below, Function<Object, Object> keyOf) {
        List<Slot> slots = slots(topic);
        Set<Object> seen = new HashSet<>();
        for (int at = slots.size() - 1; at >= 0; at--) {
            Slot slot = slots.get(at);
            if (slot.hidden() || slot.transaction().state() != Transaction.State.COMMITTED) {
                continue;
            }
            boolean newest = seen.add(keyOf.apply(slot.entry().value()));
            if (!newest && at < below) {
                slots.set(at, new Slot(slot.entry(), slot.transaction(), true));
            }
        }
    }

    /** Begins an epoch of a transactional id: what its owner before has open is aborted, what it tries is refused. */
    public Producer producer(String transactionalId) {
        int epoch = epochs.merge(transactionalId, 1, Integer::sum);
        Optional.ofNullable(open.remove(transactionalId)).ifPresent(left -> left.end(Transaction.State.ABORTED));
        return new Producer(transactionalId, epoch);
    }

    /** Begins a generation of the group that reads the commands; its only member owns them. */
    public int rebalance() {
        return ++generation;
    }

    /** The position of the group in the commands. */
    public long position() {
        return position;
    }

    private List<Slot> slots(Topic topic) {
        return Optional.ofNullable(topics.get(topic)).orElseThrow();
    }

    /** A transactional producer. */
    public final class Producer {
        private final String id;
        private final int epoch;
        private final Set<Topic> touched = EnumSet.noneOf(Topic.class);
        private Optional<Transaction> current = Optional.empty();

        private Producer(String id, int epoch) {
            this.id = id;
            this.epoch = epoch;
        }

        /**
         * Appends within the transaction, which begins with the first record.
         *
         * @throws FencedException when this is not the newest epoch
         */
        public Entry send(Topic topic, Object value) {
            check();
            if (current.isEmpty()) {
                Transaction begun = Transaction.begin();
                current = Optional.of(begun);
                open.put(id, begun);
            }
            touched.add(topic);
            return append(topic, value, current.get(), false);
        }

        /**
         * Commits what was sent.
         *
         * @throws FencedException when this is not the newest epoch
         */
        public void commit() {
            check();
            current.ifPresent(transaction -> {
                touched.forEach(topic -> append(topic, MARKER, Transaction.NONE, true));
                transaction.end(Transaction.State.COMMITTED);
                open.remove(id);
            });
            touched.clear();
            current = Optional.empty();
        }

        /**
         * Commits what was sent and a position of the group, as a member of a generation.
         *
         * @throws FencedException when this is not the newest epoch or the generation is over; nothing is committed
         */
        public void commit(int member, long moved) {
            check();
            if (member != generation) {
                throw new FencedException("generation " + member + " is over: it is " + generation);
            }
            commit();
            position = moved;
        }

        private void check() {
            if (!Integer.valueOf(epoch).equals(epochs.get(id))) {
                throw new FencedException("epoch " + epoch + " of " + id + " is over: it is " + epochs.get(id));
            }
        }
    }
}
