// SPDX-License-Identifier: Apache-2.0

/** Asking a running Reprise over HTTP, as any program would. Knows the words of the contract, and nothing of the story. */
@NullMarked
package dev.reprise.demo.client;

import org.jspecify.annotations.NullMarked;
