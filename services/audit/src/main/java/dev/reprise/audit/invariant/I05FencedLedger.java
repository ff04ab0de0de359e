// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Place;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.topic.Topics;

/** In each Kafka partition of the ledger epochs never fall, and an owner writes nothing once another has taken over. */
final class I05FencedLedger implements Invariant {
    @Override
    public String id() {
        return "I5";
    }

    @Override
    public String promise() {
        return "a runner writes nothing to the ledger once another has taken its Kafka partition over";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.DISPATCHES);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Map<Place, Long> epochs = new HashMap<>();
        for (Logged<DispatchRecord> line : history.ledger()) {
            Place place = line.position().place();
            switch (line.message()) {
                case Takeover takeover -> {
                    judgement.require(takeover.kafkaPartition() == place.kafkaPartition(), "the takeover at "
                            + line.position() + " says that it takes Kafka partition " + takeover.kafkaPartition());
                    epochs.merge(place, line.position().offset(), Math::max);
                }
                case RerunDispatch dispatch -> {
                    long known = epochs.getOrDefault(place, 0L);
                    judgement.require(dispatch.epoch() >= known, dispatch.instance() + " rerun " + dispatch.rerunId()
                            + ": epoch " + dispatch.epoch() + " wrote " + line.position() + " after epoch " + known
                            + " had taken over");
                    if (dispatch.epoch() > line.position().offset()) {
                        judgement.violated(dispatch.instance() + " rerun " + dispatch.rerunId() + ": epoch "
                                + dispatch.epoch() + " at " + line.position()
                                + " is the offset of no takeover before it");
                    }
                    epochs.merge(place, dispatch.epoch(), Math::max);
                }
            }
        }
    }
}
