// SPDX-License-Identifier: Apache-2.0
/** The test of the tests: builds from which one protection is removed, and what a test says of them. Tests only. */
@NullMarked
package dev.reprise.house.broken;

import org.jspecify.annotations.NullMarked;
