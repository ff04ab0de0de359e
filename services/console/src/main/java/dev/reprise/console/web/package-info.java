// SPDX-License-Identifier: Apache-2.0
/**
 * What both halves of the API share: names in paths, JSON answers with entity tags. No route and no question lives here.
 */
@NullMarked
package dev.reprise.console.web;

import org.jspecify.annotations.NullMarked;
