// SPDX-License-Identifier: Apache-2.0

/**
 * Everything that touches a Kafka client or broker but knows nothing of reruns: client properties with the fixed
 * guarantees, the embedded one-node broker, and provisioning of topics. No topology, no consumer loop and no meaning of
 * a record lives here.
 */
@NullMarked
package dev.reprise.runtime.kafka;

import org.jspecify.annotations.NullMarked;
