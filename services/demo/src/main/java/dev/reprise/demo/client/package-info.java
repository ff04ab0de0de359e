// SPDX-License-Identifier: Apache-2.0

/** Asking a running Reprise over HTTP, as any program of a user would. Knows the contract's words, and nothing of the story. */
@NullMarked
package dev.reprise.demo.client;

import org.jspecify.annotations.NullMarked;
