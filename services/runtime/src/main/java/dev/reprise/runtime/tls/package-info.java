// SPDX-License-Identifier: Apache-2.0
/** Certificates and keys, read from the files that administrators have. Nothing here opens a connection. */
@NullMarked
package dev.reprise.runtime.tls;

import org.jspecify.annotations.NullMarked;
