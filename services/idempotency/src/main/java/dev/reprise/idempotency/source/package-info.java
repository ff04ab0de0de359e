// SPDX-License-Identifier: Apache-2.0
/**
 * Job definitions that are not plain SQL: Data Integration JSON, dbt manifests, programs, command lines. Each reader answers with the same verdict as the SQL analysis; whatever it does not understand is unknown.
 */
@NullMarked
package dev.reprise.idempotency.source;

import org.jspecify.annotations.NullMarked;
