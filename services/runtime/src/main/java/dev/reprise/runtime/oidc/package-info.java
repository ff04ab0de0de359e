// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol with an OpenID Connect provider: discovery, the authorization code with its proof key, and what its tokens
 * must be to be believed. Nothing here knows of roles, sessions or cookies.
 */
@NullMarked
package dev.reprise.runtime.oidc;

import org.jspecify.annotations.NullMarked;
