// SPDX-License-Identifier: Apache-2.0
/** What the topics held when they were read, in notes small enough to keep. Nothing here judges, and nothing reads Kafka. */
@NullMarked
package dev.reprise.audit.history;

import org.jspecify.annotations.NullMarked;
