// SPDX-License-Identifier: Apache-2.0
/** The places in the coordinator where a test may interfere, and the clients that have some of them inside. */
@NullMarked
package dev.reprise.coordinator.failpoint;

import org.jspecify.annotations.NullMarked;
