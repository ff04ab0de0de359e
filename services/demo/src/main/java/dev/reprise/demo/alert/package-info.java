// SPDX-License-Identifier: Apache-2.0

/** The owner's end of a webhook: takes alerts, checks their signature, keeps them. What they mean is not decided here. */
@NullMarked
package dev.reprise.demo.alert;

import org.jspecify.annotations.NullMarked;
