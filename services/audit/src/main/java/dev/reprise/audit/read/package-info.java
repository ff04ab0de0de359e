// SPDX-License-Identifier: Apache-2.0
/** Topics and a target's journal to a history: all committed records up to where the topics ended when the reading began. Nothing here judges. */
@NullMarked
package dev.reprise.audit.read;

import org.jspecify.annotations.NullMarked;
