// SPDX-License-Identifier: Apache-2.0
/**
 * What a group of jobs allows its reruns together: the breaker against storms, the retry budget and the slots. Pure: no
 * clock, no random, no input or output; what would make a group's state large lies in rows behind {@link GroupRows}.
 */
@NullMarked
package dev.reprise.core.storm;

import org.jspecify.annotations.NullMarked;
