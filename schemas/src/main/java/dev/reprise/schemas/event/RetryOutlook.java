// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether the scheduler itself will try again. */
public enum RetryOutlook {
    /** It will not: this was the last try. */
    FINAL,
    /** It will: Reprise must not race it. */
    WILL_RETRY,
    /** The source does not say; the policy's native retries decide. */
    @JsonEnumDefaultValue
    UNSTATED
}
