// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.schemas.command.CancelRerun;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.TargetSpec;

/**
 * The owner of one Kafka partition of commands, from its takeover to its end: says what is done next, and in which order.
 * It reaches nothing itself, so that the product and its simulation carry out the same machine. When an action fails, or
 * it is not known whether it worked, the machine is dropped with all it knows and the partition is taken over anew.
 *
 * <pre>
 * command -> Write(intent) -> Call -> Write(result)
 *                              \-> Write(doubt) -> keyed: Call or Write(parked)
 *                                              \-> fenced: Fence -> Query -> Call or Write(result)
 * </pre>
 *
 * For one thread.
 */
public final class DispatchMachine {
    private final Ownership own;
    private final Limits limits;
    private final DispatchRules rules;
    private final Function<TargetSpec, Assurance> targets;
    private final OffsetWindow window = new OffsetWindow();
    private final Deque<Incoming> waiting = new ArrayDeque<>();
    private final Set<RerunId> cancels = new TreeSet<>((one, other) -> one.value().compareTo(other.value()));
    private final Map<RerunId, Flight> flights = new LinkedHashMap<>();
    private final Deque<Action> pending = new ArrayDeque<>();
    private Action.@Nullable Write writing;
    private int calls;

    /**
     * What makes this runner the owner.
     *
     * @param epoch the offset of the takeover
     * @param ledger the ledger up to the takeover
     * @param place where this runner keeps its run directories
     */
    public record Ownership(long epoch, Ledger ledger, String place) {}

    /**
     * How much may be under way.
     *
     * @param calls most calls at a time
     * @param open most dispatches without a result
     */
    public record Limits(int calls, int open) {}

    /**
     * What a target promises.
     *
     * @param guarantee what a second call under the same key does
     * @param reach from where that holds
     */
    public record Assurance(DispatchClass guarantee, Target.Reach reach) {}

    private sealed interface Incoming {
        long offset();

        record Readable(long offset, RunnerCommand command) implements Incoming {}

        record Unusable(long offset) implements Incoming {}
    }

    /** Makes the machine of one ownership. */
    public DispatchMachine(Ownership own, Limits limits, DispatchRules rules, Function<TargetSpec, Assurance> targets) {
        this.own = own;
        this.limits = limits;
        this.rules = rules;
        this.targets = targets;
    }

    /** Takes a command on; a cancel already counts for the commands before it that were not sent. */
    public void take(long offset, RunnerCommand command) {
        if (command instanceof CancelRerun cancel) {
            cancels.add(cancel.rerunId());
        }
        waiting.add(new Incoming.Readable(offset, command));
    }

    /** Takes a command on that cannot be read. */
    public void takeUnusable(long offset) {
        waiting.add(new Incoming.Unusable(offset));
    }

    /**
     * What is to be done now, if anything.
     *
     * @throws IllegalStateException when it is asked before a line that it wants written is known to be
     */
    public Optional<Action> next(Instant now) {
        requireWritten();
        while (pending.isEmpty() && (goOn(now) || begin(now) || move())) {
            // Each of them may come to nothing.
        }
        Optional<Action> action = Optional.ofNullable(pending.poll());
        action.ifPresent(chosen -> {
            switch (chosen) {
                case Action.Write write -> writing = write;
                case Action.Ask ask -> {
                    ask.flight().asked(ask.question());
                    calls++;
                }
                case Action.PutAside _,Action.Move _,Action.Skip _ -> {
                    // Nothing depends on when they are done.
                }
            }
        });
        return action;
    }

    /** The next line that is decided already and not written yet: all that an owner does who begins nothing new. */
    public Optional<Action.Write> nextWrite() {
        requireWritten();
        Optional<Action.Write> decided = pending.stream().filter(Action.Write.class::isInstance)
                .map(Action.Write.class::cast).findFirst();
        decided.ifPresent(write -> {
            pending.remove(write);
            writing = write;
        });
        return decided;
    }

    private void requireWritten() {
        if (writing != null) {
            throw new IllegalStateException("asked for the next action before " + writing.line() + " is written");
        }
    }

    /**
     * The line that was to be written is committed.
     *
     * @param offset its offset in the ledger
     */
    public void written(long offset, Instant now) {
        Action.Write write = writing;
        if (write == null) {
            throw new IllegalStateException("no line was to be written");
        }
        writing = null;
        window.committed(write.position());
        own.ledger().apply(offset, write.line());
        write.flight().ifPresent(flight -> goOnAfter(write.line(), offset, flight, now));
    }

    /** The position that was to be committed is. */
    public void moved(long position) {
        window.committed(position);
    }

    /**
     * What the target was asked has an end.
     *
     * @return what follows from it, for whoever wants to know
     */
    public NextStep ended(Flight flight, Outcome outcome, Instant now) {
        flight.calling = false;
        calls--;
        NextStep step = rules.onOutcome(open(flight), flight.command(), outcome, flight.tries(), scene(flight, now));
        apply(flight, step, now);
        return step;
    }

    /** Whether it has no command to begin with. */
    public boolean isHungry() {
        return waiting.isEmpty();
    }

    /** Whether a call is under way. */
    public boolean isCalling() {
        return calls > 0;
    }

    /** The ledger as far as this owner knows it. */
    public Ledger ledger() {
        return own.ledger();
    }

    /** When something is to be done without a new command or the end of a call. */
    public Optional<Instant> nextDue() {
        return flights.values().stream().flatMap(flight -> Optional.ofNullable(flight.dueAt).stream())
                .min(Instant::compareTo);
    }

    /** Forgets results older than a time; see {@link Ledger#forget}. */
    public void forget(Instant now, Duration horizon) {
        own.ledger().forget(now, horizon);
    }

    private boolean goOn(Instant now) {
        if (calls >= limits.calls()) {
            return false;
        }
        for (Flight flight : flights.values()) {
            if (flight.dueAt != null && !now.isBefore(flight.dueAt)) {
                boolean cleared = flight.cleared;
                flight.cleared = false;
                apply(flight, cleared
                        ? rules.onCleared(flight.command(), scene(flight, now))
                        : rules.beforeCall(open(flight), flight.command(),
                                cancels.contains(flight.command().rerunId()), scene(flight, now)),
                        now);
                return true;
            }
        }
        return false;
    }

    private boolean begin(Instant now) {
        if (waiting.isEmpty() || calls >= limits.calls() || flights.size() >= limits.open()) {
            return false;
        }
        Incoming incoming = waiting.remove();
        window.take(incoming.offset());
        switch (incoming) {
            case Incoming.Unusable(long offset) -> {
                window.finish(offset);
                pending.add(new Action.PutAside(offset, window.position()));
            }
            case Incoming.Readable(long offset, StartRerun start) -> start(start, offset, now);
            case Incoming.Readable(long offset, CancelRerun cancel) -> cancel(cancel, offset, now);
        }
        return true;
    }

    private boolean move() {
        if (!window.isAhead()) {
            return false;
        }
        pending.add(new Action.Move(window.position()));
        return true;
    }

    private void start(StartRerun start, long offset, Instant now) {
        Optional<LedgerEntry> entry = own.ledger().find(start.rerunId());
        Flight flight = new Flight(start, offset, guarantee(targets.apply(start.target()), entry),
                TargetRequest.of(start, own.epoch()));
        apply(flight, rules.onCommand(entry, start, cancels.contains(start.rerunId()), scene(flight, now)), now);
    }

    /** A directory that only the runner before this one had remembers nothing here: its key is no key any more. */
    private DispatchClass guarantee(Assurance target, Optional<LedgerEntry> entry) {
        return switch (target.reach()) {
            case ANYWHERE -> target.guarantee();
            case SAME_PLACE -> entry.isPresent() && entry.get() instanceof LedgerEntry.Open open
                    && !own.ledger().placeOf(open.epoch()).equals(Optional.of(own.place()))
                            ? new DispatchClass.Opaque()
                            : target.guarantee();
        };
    }

    private void cancel(CancelRerun cancel, long offset, Instant now) {
        cancels.remove(cancel.rerunId());
        Flight waits = flights.get(cancel.rerunId());
        if (waits != null && isUnsent(waits)) {
            window.finish(offset);
            apply(waits, rules.beforeCall(open(waits), waits.command(), true, scene(waits, now)), now);
            return;
        }
        Scene scene = new Scene(own.epoch(), now, new DispatchClass.Opaque());
        window.finish(offset);
        switch (rules.onCommand(own.ledger().find(cancel.rerunId()), cancel, true, scene)) {
            case NextStep.End end -> write((RerunDispatch) end.result(), Optional.empty());
            case NextStep.Skip skip -> pending.add(new Action.Skip(cancel, skip.reason()));
            case NextStep.Intend _,NextStep.Call _,NextStep.Fence _,NextStep.Query _,NextStep.Cleared _,NextStep.Wait _,NextStep.Doubt _ ->
                throw new IllegalStateException("a cancel of " + cancel.rerunId() + " never begins a call");
        }
    }

    /** Its target could not be reached so far: it is as if it had not begun. */
    private boolean isUnsent(Flight flight) {
        return flight.dueAt != null && !open(flight).inDoubt();
    }

    private void apply(Flight flight, NextStep step, Instant now) {
        StartRerun start = flight.command();
        flight.dueAt = null;
        switch (step) {
            case NextStep.Skip skip -> {
                window.finish(flight.offset);
                pending.add(new Action.Skip(start, skip.reason()));
            }
            case NextStep.Intend _ -> write(new DispatchIntent(start.rerunId(), start.job(), start.partition(),
                    start.generation(), own.epoch(), now, flight.request().hash(), start.notAfter()),
                    Optional.of(flight));
            case NextStep.Call _ -> ask(flight, Action.Question.CALL);
            case NextStep.Fence _ -> ask(flight, Action.Question.FENCE);
            case NextStep.Query _ -> ask(flight, Action.Question.QUERY);
            case NextStep.Cleared _ -> {
                flight.cleared = true;
                flight.dueAt = now;
            }
            case NextStep.Wait wait -> flight.dueAt = wait.until();
            case NextStep.Doubt doubt -> write(new DispatchInDoubt(start.rerunId(), start.job(), start.partition(),
                    start.generation(), own.epoch(), now, doubt.detail(), doubt.nextTryAt()), Optional.of(flight));
            case NextStep.End end -> {
                window.finish(flight.offset);
                flights.remove(start.rerunId());
                write((RerunDispatch) end.result(), Optional.of(flight));
            }
        }
    }

    /** Nothing is called before its intent or its doubt is committed, and then only after one more look at the clock. */
    private void goOnAfter(RerunDispatch line, long offset, Flight flight, Instant now) {
        flight.allowedBy = offset;
        switch (line) {
            case DispatchIntent _ -> {
                flights.put(line.rerunId(), flight);
                flight.dueAt = now;
            }
            case DispatchInDoubt doubt -> {
                flights.put(line.rerunId(), flight);
                flight.dueAt = doubt.nextTryAt();
            }
            default -> {
                // A result ends it.
            }
        }
    }

    private void ask(Flight flight, Action.Question question) {
        pending.add(new Action.Ask(flight, question, flight.request()));
    }

    private void write(RerunDispatch line, Optional<Flight> flight) {
        pending.add(new Action.Write(line, window.position(), flight));
    }

    private LedgerEntry.Open open(Flight flight) {
        @Nullable
        LedgerEntry entry = own.ledger().find(flight.command().rerunId()).orElse(null);
        if (entry instanceof LedgerEntry.Open open) {
            return open;
        }
        throw new IllegalStateException("rerun " + flight.command().rerunId()
                + " is on its way, but its ledger entry is " + (entry == null ? "absent" : entry));
    }

    private Scene scene(Flight flight, Instant now) {
        return new Scene(own.epoch(), now, flight.guarantee);
    }
}
