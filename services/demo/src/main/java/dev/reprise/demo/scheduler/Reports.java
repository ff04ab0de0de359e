// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.demo.client.RepriseClient;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.wire.WireCodec;

/** Delivers what happened to runs, as carelessly as a delivery may be: everything twice, and once more at the end. */
public final class Reports {
    private final RepriseClient reprise;
    private final WireCodec codec;
    private final List<ObjectNode> told = new ArrayList<>();
    private int ends;

    /** Delivers to a server. */
    public Reports(RepriseClient reprise, WireCodec codec) {
        this.reprise = reprise;
        this.codec = codec;
    }

    /** Tells an event of a run, twice. */
    public void tell(ScheduledRun run, RunEvent event) {
        ObjectNode cloudEvent = run.cloudEvent(event, codec);
        reprise.deliver(cloudEvent);
        reprise.deliver(cloudEvent);
        told.add(cloudEvent);
        if (!(event instanceof RunStarted)) {
            ends++;
        }
    }

    /** Tells everything once more, the last event first. */
    public void tellAllAgain() {
        reprise.deliverAll(told.reversed());
    }

    /** How many of the events told that an attempt had ended: each asks for a decision, also when it is told again. */
    public int ends() {
        return ends;
    }

    /** How many different events were told. */
    public int events() {
        return told.size();
    }
}
