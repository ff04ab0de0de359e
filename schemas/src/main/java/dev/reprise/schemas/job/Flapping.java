// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

/**
 * When starts are so many that a person must look.
 *
 * @param starts more starts than this, 1 to 1000
 * @param window within this time
 */
public record Flapping(int starts, Duration window) {}
