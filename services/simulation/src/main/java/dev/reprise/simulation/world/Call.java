// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.target.Outcome;

/** What a target is asked, on its way: first in the runner's hands, then in the network's, then an answer. Each end may be cut off. */
public final class Call {
    private final Action.Ask ask;
    private final int session;
    private final String place;
    private final Instant decidedAt;
    private Stage stage = Stage.UNSENT;
    private Optional<Outcome> answer = Optional.empty();
    private boolean awaited = true;

    /** How far it has come. */
    public enum Stage {
        /** Decided, and not a byte of it has left the runner. */
        UNSENT,
        /** On its way to the target. */
        SENT,
        /** The target has answered. */
        ANSWERED,
        /** Nothing more comes of it. */
        OVER
    }

    /**
     * Makes a call.
     *
     * @param session the ownership that waits for its end
     * @param place where its runner keeps run directories
     * @param decidedAt when its owner decided to call, in true time
     */
    public Call(Action.Ask ask, int session, String place, Instant decidedAt) {
        this.ask = ask;
        this.session = session;
        this.place = place;
        this.decidedAt = decidedAt;
    }

    /** A second copy of what is on its way: the network sent it twice. Nobody waits for its end. */
    public Call copy() {
        Call copy = new Call(ask, session, place, decidedAt);
        copy.stage = Stage.SENT;
        copy.awaited = false;
        return copy;
    }

    /** What is asked. */
    public Action.Ask ask() {
        return ask;
    }

    /** The ownership that made it. */
    public int session() {
        return session;
    }

    /** Where its runner keeps run directories. */
    public String place() {
        return place;
    }

    /** When its owner decided to call, in true time. */
    public Instant decidedAt() {
        return decidedAt;
    }

    /** How far it has come. */
    public Stage stage() {
        return stage;
    }

    /** It leaves the runner. */
    public void send() {
        stage = Stage.SENT;
    }

    /** The target answers. */
    public void answer(Outcome outcome) {
        answer = Optional.of(outcome);
        stage = Stage.ANSWERED;
    }

    /** What the target answered. */
    public Outcome answered() {
        return answer.orElseThrow();
    }

    /** Nothing more comes of it. */
    public void end() {
        stage = Stage.OVER;
    }

    /** Whether its runner still waits for it. */
    public boolean isAwaited() {
        return awaited;
    }

    /** Its runner waits no longer; it may reach the target all the same. */
    public void abandon() {
        awaited = false;
    }
}
