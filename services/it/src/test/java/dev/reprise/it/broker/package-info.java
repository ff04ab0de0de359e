// SPDX-License-Identifier: Apache-2.0
/** Brokers for tests: the one of the product in this process, and one in a container. */
@NullMarked
package dev.reprise.it.broker;

import org.jspecify.annotations.NullMarked;
