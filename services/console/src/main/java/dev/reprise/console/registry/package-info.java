// SPDX-License-Identifier: Apache-2.0
/**
 * The registry document that people write, read into complete job definitions: inheritance, bounds, impossible
 * combinations, every problem at once with its line. Pure: bytes in, definitions or problems out; no Kafka, no HTTP, no
 * clock.
 */
@NullMarked
package dev.reprise.console.registry;

import org.jspecify.annotations.NullMarked;
