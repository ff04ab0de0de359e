// SPDX-License-Identifier: Apache-2.0
/**
 * Mail by SMTP: text and HTML, threads per alert and episode. Knows mail, nothing of retries.
 */
@NullMarked
package dev.reprise.notifier.email;

import org.jspecify.annotations.NullMarked;
