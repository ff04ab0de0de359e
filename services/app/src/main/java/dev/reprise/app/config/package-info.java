// SPDX-License-Identifier: Apache-2.0
/**
 * The whole configuration as one tree of records, and its defaults. A section that a service owns is that service's own
 * record; nothing is wired here.
 */
@NullMarked
package dev.reprise.app.config;

import org.jspecify.annotations.NullMarked;
