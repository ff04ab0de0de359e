// SPDX-License-Identifier: Apache-2.0
/** Cases from real public threads, run through the core in virtual time. */
@NullMarked
package dev.reprise.core.scenario;

import org.jspecify.annotations.NullMarked;
