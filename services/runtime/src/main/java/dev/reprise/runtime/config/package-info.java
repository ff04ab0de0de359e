// SPDX-License-Identifier: Apache-2.0

/**
 * Configuration as data: one YAML file and the environment become records, every problem is reported at once and
 * names its key. No section of a particular service lives here; a service owns the record of its own section.
 */
@NullMarked
package dev.reprise.runtime.config;

import org.jspecify.annotations.NullMarked;
