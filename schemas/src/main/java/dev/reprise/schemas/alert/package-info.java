// SPDX-License-Identifier: Apache-2.0
/** The life of an alert: firing, acknowledged, resolved. How it is delivered is no matter of this package. */
@NullMarked
package dev.reprise.schemas.alert;

import org.jspecify.annotations.NullMarked;
