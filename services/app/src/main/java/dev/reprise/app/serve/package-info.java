// SPDX-License-Identifier: Apache-2.0
/**
 * A running Reprise: checks the cluster, wires the services by constructor calls, starts and ends them in order. What a
 * service does is its own business; no command line here.
 */
@NullMarked
package dev.reprise.app.serve;

import org.jspecify.annotations.NullMarked;
