// SPDX-License-Identifier: Apache-2.0
/**
 * From text to statements: dialects, lexer, splitter, template parameters, our own reader and the foreign parsers that must agree with it. Nothing here judges a statement.
 */
@NullMarked
package dev.reprise.idempotency.parse;

import org.jspecify.annotations.NullMarked;
