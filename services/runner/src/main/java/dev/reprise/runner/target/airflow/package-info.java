// SPDX-License-Identifier: Apache-2.0

/**
 * Reruns in Airflow, by the interface of Airflow 3 (v2) or Airflow 2 (v1): clearing what failed, or a DAG run of our own
 * name.
 */
@NullMarked
package dev.reprise.runner.target.airflow;

import org.jspecify.annotations.NullMarked;
