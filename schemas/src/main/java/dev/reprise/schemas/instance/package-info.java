// SPDX-License-Identifier: Apache-2.0
/** The public view of an instance: its latest state for anyone to subscribe to. The coordinator's own state stays with it. */
@NullMarked
package dev.reprise.schemas.instance;

import org.jspecify.annotations.NullMarked;
