// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

/**
 * How a person approves a rerun.
 *
 * @param timeout how long a proposal stays open; when it expires, the owner is told and nothing is rerun
 * @param fourEyes whether the person who asked for a rerun may not approve it
 */
public record ApprovalRule(Duration timeout, boolean fourEyes) {}
