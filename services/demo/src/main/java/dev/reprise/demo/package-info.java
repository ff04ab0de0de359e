// SPDX-License-Identifier: Apache-2.0

/** The entry to the demo: one story, told and proved. What it is made of lives in the packages below. */
@NullMarked
package dev.reprise.demo;

import org.jspecify.annotations.NullMarked;
