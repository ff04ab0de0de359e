// SPDX-License-Identifier: Apache-2.0

/**
 * The warehouse and its jobs: a SQLite file, and programs that write to it in batches and can be made to fail in the
 * middle. Nothing here knows of Reprise; the jobs run in processes of their own with this package and the driver alone.
 */
@NullMarked
package dev.reprise.demo.warehouse;

import org.jspecify.annotations.NullMarked;
