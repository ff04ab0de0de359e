// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import java.net.URI;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Set;

/**
 * Decides whether a request may go on: from which page it comes, who sends it, and what that caller may do. There are no
 * cookies, so another site can not borrow a login; without tokens, being on this machine is the login, and then both the
 * page's origin and the name the server was called by are checked.
 */
final class Gate {

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> OWN_FETCHES = Set.of("same-origin", "none");

    private final HttpConfig config;
    private final TokenStore tokens;

    Gate(HttpConfig config, InstantSource clock) {
        this.config = config;
        this.tokens = new TokenStore(config.tokens(), clock);
    }

    /**
     * The caller, if the request may go on.
     *
     * @throws ProblemException with status 401, 403 or 421
     */
    Principal admit(Context context, Method method, Access access) {
        if (method.mutates()) {
            requireOwnPage(context);
        }
        Principal caller = identify(context);
        requireRole(caller, access);
        return caller;
    }

    private Principal identify(Context context) {
        if (tokens.isEmpty()) {
            requireLoopbackName(context);
            return Principal.local();
        }
        String authorization = context.header("Authorization");
        if (authorization == null) {
            return Principal.anonymous();
        }
        if (!authorization.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length())) {
            throw new ProblemException(Problem.of(401, "only bearer tokens are accepted").in("Authorization")
                    .fixedBy("send Authorization: Bearer followed by a token"));
        }
        return tokens.find(authorization.substring("Bearer ".length()).strip())
                .orElseThrow(() -> new ProblemException(Problem.of(401, "the token is not known").in("Authorization")
                        .fixedBy("use a token of the server's configuration")));
    }

    private void requireRole(Principal caller, Access access) {
        switch (access) {
            case OPEN -> {}
            case OPEN_ON_LOOPBACK -> {
                if (!config.loopbackOnly()) {
                    requireRole(caller, Role.VIEWER);
                }
            }
            case VIEWER -> requireRole(caller, Role.VIEWER);
            case OPERATOR -> requireRole(caller, Role.OPERATOR);
            case APPROVER -> requireRole(caller, Role.APPROVER);
            case ADMIN -> requireRole(caller, Role.ADMIN);
        }
    }

    private static void requireRole(Principal caller, Role needed) {
        if (caller.may(needed)) {
            return;
        }
        String role = needed.name().toLowerCase(Locale.ROOT);
        if (caller.method() == Principal.AuthMethod.NONE) {
            throw new ProblemException(
                    Problem.of(401, "a token with the role " + role + " is needed").in("Authorization")
                            .fixedBy("send Authorization: Bearer followed by a token"));
        }
        throw new ProblemException(Problem.of(403, caller.name() + " does not have the role " + role)
                .fixedBy("use a token with that role, or ask someone who has one"));
    }

    /** A page that resolves its own name to this machine would otherwise pass for a page of ours. */
    private static void requireLoopbackName(Context context) {
        String host = context.header("Host");
        if (host != null && !LOOPBACK_NAMES.contains(withoutPort(host))) {
            throw new ProblemException(Problem.of(421, "the server was called by the name " + host).in("Host")
                    .fixedBy("call it as localhost or 127.0.0.1, or configure a token"));
        }
    }

    private void requireOwnPage(Context context) {
        String origin = context.header("Origin");
        if (origin != null && config.allowedOrigins().contains(origin)) {
            return;
        }
        String site = context.header("Sec-Fetch-Site");
        boolean foreign = site != null ? !OWN_FETCHES.contains(site) : origin != null && !sameHost(origin, context);
        if (foreign) {
            throw new ProblemException(Problem.of(403, "the request comes from a page of another site").in("Origin")
                    .fixedBy("add the page's origin to http.allowed-origins if it is yours"));
        }
    }

    private static boolean sameHost(String origin, Context context) {
        String host = context.header("Host");
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon > host.lastIndexOf(']');
        return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
