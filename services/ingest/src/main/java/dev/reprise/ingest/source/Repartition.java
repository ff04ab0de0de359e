// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.id.PartitionKey;

/** The same event of another data partition. */
final class Repartition {

    private Repartition() {}

    static RunEvent of(RunEvent event, PartitionKey partition) {
        return switch (event) {
            case RunStarted it -> new RunStarted(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(),
                    it.rerunOf(), it.aliasOf(), it.correlated());
            case RunHeartbeat it -> new RunHeartbeat(it.job(), partition, it.run(), it.attempt(), it.at(), it.source());
            case RunSucceeded it ->
                new RunSucceeded(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(), it.proof());
            case RunFailed it -> new RunFailed(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(),
                    it.kind(), it.retry(), it.phase(), it.error());
            case RunLost it -> new RunLost(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(),
                    it.retry(), it.phase(), it.error());
            case RunKilled it ->
                new RunKilled(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(), it.by(), it.actor());
            case RunSkipped it -> new RunSkipped(it.job(), partition, it.run(), it.attempt(), it.at(), it.source());
            case RunUpstreamFailed it ->
                new RunUpstreamFailed(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(), it.upstream());
            case RunCleared it ->
                new RunCleared(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(), it.actor());
            case RunReconciled it ->
                new RunReconciled(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(), it.state());
            case RunStateUnknown it ->
                new RunStateUnknown(it.job(), partition, it.run(), it.attempt(), it.at(), it.source(), it.state());
            case OutputCommitted it ->
                new OutputCommitted(it.job(), partition, it.run(), it.attempt(), it.at(), it.source());
            case DeadlineReported it ->
                new DeadlineReported(it.job(), partition, it.run(), it.attempt(), it.at(), it.source());
        };
    }
}
