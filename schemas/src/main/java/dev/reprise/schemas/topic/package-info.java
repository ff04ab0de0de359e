// SPDX-License-Identifier: Apache-2.0
/** The table of topics: name, key, content, clean-up, retention. Checked against the AsyncAPI document. */
@NullMarked
package dev.reprise.schemas.topic;

import org.jspecify.annotations.NullMarked;
