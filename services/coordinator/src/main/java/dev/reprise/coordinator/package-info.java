// SPDX-License-Identifier: Apache-2.0
/** The coordinator: the application that starts the topology. */
@NullMarked
package dev.reprise.coordinator;

import org.jspecify.annotations.NullMarked;
