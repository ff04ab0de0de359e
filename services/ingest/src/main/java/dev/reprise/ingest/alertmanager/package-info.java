// SPDX-License-Identifier: Apache-2.0

/** Notifications of Alertmanager: signs, never failures. */
@NullMarked
package dev.reprise.ingest.alertmanager;

import org.jspecify.annotations.NullMarked;
