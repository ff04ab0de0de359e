// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.ledger.DispatchMachine;
import dev.reprise.runner.ledger.Ledger;
import dev.reprise.runner.ledger.Owner;
import dev.reprise.runtime.failpoint.FailpointException;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.dispatch.Takeover;

/**
 * Owns Kafka partitions of commands as the group deals them out. One thread polls, writes and decides; calls run
 * elsewhere. Any fault of Kafka gives all partitions up and joins the group anew: a producer is never made again inside
 * the same assignment, because a runner that is no owner any more would fence the owner off.
 */
public final class CommandLoop implements Runnable {
    private static final Logger LOGGER = LoggerFactory.getLogger(CommandLoop.class);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration BUSY = Duration.ofMillis(20);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration CLOSE = Duration.ofSeconds(10);

    private final Consumer<byte[], byte[]> consumer;
    private final IntFunction<Producer<byte[], byte[]>> producers;
    private final LedgerReader ledgers;
    private final KafkaMessages messages;
    private final TopicNames topics;
    private final Owner owner;
    private final CommandPartition.Tools tools;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<Integer, CommandPartition> owned = new TreeMap<>();
    private final List<Integer> assigned = new ArrayList<>();
    private volatile LoopStatus status = new LoopStatus(false, Set.of(), Optional.of("not started"));
    private Duration pause = FIRST_PAUSE;

    /**
     * Makes a loop that closes its clients.
     *
     * @param producers makes the transactional producer of a Kafka partition
     */
    CommandLoop(Consumer<byte[], byte[]> consumer, IntFunction<Producer<byte[], byte[]>> producers,
            LedgerReader ledgers, KafkaMessages messages, TopicNames topics, Owner owner,
            CommandPartition.Tools tools) {
        this.consumer = consumer;
        this.producers = producers;
        this.ledgers = ledgers;
        this.messages = messages;
        this.topics = topics;
        this.owner = owner;
        this.tools = tools;
    }

    /** How it is; for any thread. */
    public LoopStatus status() {
        return status;
    }

    /** Asks it to end; for any thread. */
    public void stop() {
        closing.countDown();
    }

    /** Runs until it is stopped. Returns after its clients are closed; throws what is a fault of ours. */
    @Override
    public void run() {
        String end = "stopped by a fault";
        boolean orderly = false;
        status = new LoopStatus(true, Set.of(), Optional.of("joining the group"));
        try {
            while (closing.getCount() > 0) {
                serve();
            }
            drainAll();
            orderly = true;
            end = "stopped";
        } catch (KafkaException e) {
            // Only the last results could not be written: the next owner finds their intents.
            LOGGER.atWarn().setCause(e).log("results could not be written at the end");
            end = "stopped";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            end = "interrupted";
        } catch (RuntimeException e) {
            end = String.valueOf(e.getMessage());
            throw e;
        } finally {
            closeAll(orderly);
            // Last: closing the consumer still tells of partitions that are given up.
            status = new LoopStatus(false, Set.of(), Optional.of(end));
        }
    }

    /** One membership of the group, until it is stopped or a fault of Kafka ends it. */
    private void serve() throws InterruptedException {
        try {
            consumer.subscribe(List.of(topics.commands()), new Rebalance());
            while (closing.getCount() > 0) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(pollTime());
                takeOver();
                if (status.problem().isPresent() && consumer.groupMetadata().generationId() >= 0) {
                    // A member without Kafka partitions is as well as one with some: there may be more runners.
                    status = new LoopStatus(true, owned.keySet(), Optional.empty());
                }
                for (TopicPartition partition : records.partitions()) {
                    accept(partition.partition(), records.records(partition));
                }
                work();
            }
        } catch (KafkaException e) {
            if (e.getCause() instanceof FailpointException stopped) {
                throw stopped;
            }
            LOGGER.atWarn().setCause(e).addKeyValue("kafkaPartitions", owned.keySet())
                    .log("partitions of commands are given up, joining the group again");
            status = new LoopStatus(true, Set.of(), Optional.of(String.valueOf(e.getMessage())));
            abandon();
            if (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    private void accept(int kafkaPartition, List<ConsumerRecord<byte[], byte[]>> records) {
        CommandPartition partition = owned.get(kafkaPartition);
        if (partition == null) {
            throw new IllegalStateException("records of Kafka partition " + kafkaPartition + " without owning it");
        }
        partition.accept(records);
    }

    private void takeOver() throws InterruptedException {
        while (!assigned.isEmpty()) {
            int kafkaPartition = assigned.getFirst();
            owned.put(kafkaPartition, own(kafkaPartition));
            assigned.removeFirst();
            status = new LoopStatus(true, owned.keySet(), Optional.empty());
        }
    }

    private CommandPartition own(int kafkaPartition) {
        LedgerWriter writer = new LedgerWriter(producers.apply(kafkaPartition), topics, kafkaPartition, messages,
                consumer::groupMetadata, tools.failpoints());
        try {
            Instant now = tools.clock().instant();
            long epoch = writer.takeOver(new Takeover(kafkaPartition, owner.signature(), now));
            tools.failpoints().pass(Failpoint.AFTER_TAKEOVER);
            Ledger ledger = new Ledger();
            for (DeadLetter letter : ledgers.rebuild(kafkaPartition, epoch, ledger)) {
                writer.putAside(letter);
                tools.metrics().deadLetter(letter);
                LOGGER.atError().addKeyValue("topic", letter.record().topic())
                        .addKeyValue("kafkaPartition", kafkaPartition)
                        .addKeyValue("offset", letter.record().offset()).addKeyValue("cause", letter.cause())
                        .log("ledger record cannot be read: its rerun is never called again");
            }
            tools.failpoints().pass(Failpoint.AFTER_REBUILD);
            LOGGER.atInfo().addKeyValue("kafkaPartition", kafkaPartition).addKeyValue("epoch", epoch)
                    .addKeyValue("open", ledger.open()).addKeyValue("inDoubt", ledger.inDoubt())
                    .log("partition of commands taken over");
            return new CommandPartition(writer, new DispatchMachine.Ownership(epoch, ledger, owner.place()), tools);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private void work() {
        int open = 0;
        int inDoubt = 0;
        for (Map.Entry<Integer, CommandPartition> entry : List.copyOf(owned.entrySet())) {
            CommandPartition partition = entry.getValue();
            work(entry.getKey(), partition);
            Set<TopicPartition> one = Set.of(new TopicPartition(topics.commands(), entry.getKey()));
            if (partition.isHungry()) {
                consumer.resume(one);
            } else {
                consumer.pause(one);
            }
            open += partition.ledger().open();
            inDoubt += partition.ledger().inDoubt();
        }
        tools.metrics().open(open, inDoubt);
        if (!owned.isEmpty()) {
            pause = FIRST_PAUSE;
        }
    }

    private void work(int kafkaPartition, CommandPartition partition) {
        try {
            partition.work();
        } catch (KafkaException e) {
            // Fenced, or not known whether the commit worked: of this one nothing more may be written. The others can
            // still write the results of their calls while the group is left.
            owned.remove(kafkaPartition);
            partition.close();
            throw e;
        }
    }

    private Duration pollTime() {
        boolean busy = owned.values().stream()
                .anyMatch(partition -> partition.isCalling() || !partition.isHungry());
        if (busy) {
            return BUSY;
        }
        Instant now = tools.clock().instant();
        boolean due = owned.values().stream().flatMap(partition -> partition.nextDue().stream())
                .anyMatch(at -> at.isBefore(now.plus(IDLE)));
        return due ? BUSY : IDLE;
    }

    /** After a fault: what cannot be trusted is dropped, and the group is left. */
    private void abandon() {
        try {
            consumer.unsubscribe();
        } catch (KafkaException e) {
            LOGGER.atDebug().setCause(e).log("the group was not left in order");
        }
        owned.values().forEach(CommandPartition::close);
        owned.clear();
        assigned.clear();
        tools.metrics().open(0, 0);
    }

    private void drainAll() throws InterruptedException {
        for (CommandPartition partition : owned.values()) {
            partition.drain(tools.settings().drain());
        }
    }

    private void closeAll(boolean orderly) {
        // Before the consumer: its close would otherwise drain what is no longer to be trusted.
        owned.values().forEach(CommandPartition::close);
        owned.clear();
        tools.metrics().open(0, 0);
        tools.pool().close();
        closeQuietly(ledgers);
        closeQuietly(() -> consumer.close(CloseOptions.timeout(orderly ? CLOSE : Duration.ZERO)));
    }

    private static void closeQuietly(AutoCloseable client) {
        try {
            client.close();
        } catch (Exception e) { // AutoCloseable declares it; a client that fails to close is gone all the same
            LOGGER.atDebug().setCause(e).log("client did not close in order");
        }
    }

    /** Runs on the thread of the loop, inside a poll. */
    private final class Rebalance implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            // Only noted: a fault of a takeover must not come out of the middle of a poll.
            partitions.forEach(partition -> assigned.add(partition.partition()));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            tools.failpoints().pass(Failpoint.IN_REVOKE);
            try {
                long deadline = System.nanoTime() + tools.settings().drain().toNanos();
                for (TopicPartition partition : partitions) {
                    CommandPartition leaving = owned.get(partition.partition());
                    if (leaving != null) {
                        leaving.drain(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
                    }
                }
            } catch (KafkaException e) {
                LOGGER.atInfo().setCause(e).log("results could not be written while partitions were given up");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                onPartitionsLost(partitions);
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            for (TopicPartition partition : partitions) {
                assigned.remove(Integer.valueOf(partition.partition()));
                CommandPartition lost = owned.remove(partition.partition());
                if (lost != null) {
                    lost.close();
                    LOGGER.atInfo().addKeyValue("kafkaPartition", partition.partition())
                            .log("partition of commands given up");
                }
            }
            status = new LoopStatus(true, owned.keySet(), Optional.empty());
        }
    }
}
