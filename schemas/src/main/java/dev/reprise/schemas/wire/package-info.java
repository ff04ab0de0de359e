// SPDX-License-Identifier: Apache-2.0
/** Records to bytes and back: CloudEvents attributes, JSON, JSON Schema. The only package that knows Jackson's databind. */
@NullMarked
package dev.reprise.schemas.wire;

import org.jspecify.annotations.NullMarked;
