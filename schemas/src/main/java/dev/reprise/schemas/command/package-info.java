// SPDX-License-Identifier: Apache-2.0
/** What the coordinator tells a runner: start or cancel a rerun. Carries all a runner needs, so that it asks nobody. */
@NullMarked
package dev.reprise.schemas.command;

import org.jspecify.annotations.NullMarked;
