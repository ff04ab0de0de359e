// SPDX-License-Identifier: Apache-2.0

/**
 * Where bodies of foreign formats enter the raw topic, whoever brings them: a sender by HTTP or a watch of our own. What
 * they mean is found out behind the topic.
 */
@NullMarked
package dev.reprise.ingest.intake;

import org.jspecify.annotations.NullMarked;
