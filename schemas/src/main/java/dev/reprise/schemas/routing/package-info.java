// SPDX-License-Identifier: Apache-2.0
/** How instances are spread over Kafka partitions: fixed by the first start on a cluster. */
@NullMarked
package dev.reprise.schemas.routing;

import org.jspecify.annotations.NullMarked;
