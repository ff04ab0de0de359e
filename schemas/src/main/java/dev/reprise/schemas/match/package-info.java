// SPDX-License-Identifier: Apache-2.0
/**
 * Alertmanager matchers over the labels of an alert. Knows no receiver and no channel.
 */
@NullMarked
package dev.reprise.schemas.match;

import org.jspecify.annotations.NullMarked;
