// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

/** The end of a dispatch. Exactly one ends it; a repeated command finds it and does nothing. */
public sealed interface DispatchResult extends RerunDispatch
        permits DispatchAccepted, DispatchCancelled, DispatchExpired,
        DispatchRejected, DispatchParked {}
