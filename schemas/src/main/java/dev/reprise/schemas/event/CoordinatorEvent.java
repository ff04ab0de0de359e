// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

/** What the coordinator tells an instance through its own log, so that it meets everything else in one order. */
public sealed interface CoordinatorEvent extends InstanceEvent
        permits Barrier, AdmissionRuled, StormEnded, UpstreamAwaited, UpstreamRecovered, UpstreamRewritten {}
