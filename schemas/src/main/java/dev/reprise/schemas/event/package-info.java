// SPDX-License-Identifier: Apache-2.0
/** What may happen to an instance, as one closed family: run events, operator commands, barriers. Facts only; no decision and no policy. */
@NullMarked
package dev.reprise.schemas.event;

import org.jspecify.annotations.NullMarked;
