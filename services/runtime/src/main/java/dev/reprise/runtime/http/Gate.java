// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import java.net.URI;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a request may go on: who sends it, from which page it comes, and what that caller may do. Where nobody
 * needs to sign in, being on this machine is the login, and then both the page's origin and the name the server was
 * called by are checked.
 */
final class Gate {

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> OWN_FETCHES = Set.of("same-origin", "none");
    private static final String CALLER = "reprise.caller";

    private final HttpConfig config;
    private final ClientAddress addresses;
    private final Throttle throttle;
    private final Callers callers;

    Gate(HttpConfig config, Optional<OidcSignIn> oidc, InstantSource clock) {
        this.config = config;
        this.addresses = new ClientAddress(config.trustedProxies());
        this.throttle = new Throttle(config.limits(), clock);
        this.callers = new Callers(config, addresses, throttle, oidc, clock);
    }

    /** A route, as the checks see it. */
    record Route(Method method, String path, Access access, boolean checksScope) {}

    /** The address of the caller, behind trusted proxies. */
    String address(Context context) {
        return addresses.of(context);
    }

    /** What an answer with status 401 asks for. */
    String challenge(Context context) {
        return callers.challenge(context);
    }

    /** Who was recognised, as far as the checks have come. */
    static String callerName(Context context) {
        return context.attribute(CALLER) instanceof String name ? name : Principal.anonymous().name();
    }

    /**
     * The caller, if the request may go on.
     *
     * @throws ProblemException with status 401, 403, 421 or 429
     */
    Principal admit(Context context, Route route) {
        if (!config.needsSignIn()) {
            requireLoopbackName(context);
        }
        Principal caller = identify(context);
        context.attribute(CALLER, caller.name());
        if (config.needsSignIn()) {
            throttle.admit(caller, address(context));
        }
        if (route.method().mutates()) {
            requireOwnPage(context, caller);
        }
        requireRoute(caller, route, context);
        route.access().role(config.loopbackOnly()).ifPresent(role -> requireRole(caller, role, route));
        return caller;
    }

    private Principal identify(Context context) {
        String address = address(context);
        try {
            return callers.identify(context, address);
        } catch (ProblemException e) {
            if (e.problem().status() == 401) {
                throttle.failed(address);
            }
            throw e;
        }
    }

    private static void requireRoute(Principal caller, Route route, Context context) {
        String called = route.method() + " " + context.path();
        if (!caller.routes().isEmpty() && caller.routes().stream().noneMatch(each -> Scope.fits(each, called))) {
            throw new ProblemException(Problem.of(403, caller.name() + " is limited to other routes")
                    .as("urn:reprise:out-of-scope", "Out of scope")
                    .fixedBy("use another token, or add the route to the token's routes"));
        }
    }

    private static void requireRole(Principal caller, Role needed, Route route) {
        String role = needed.name().toLowerCase(Locale.ROOT);
        if (caller.method() == Principal.AuthMethod.NONE) {
            throw new ProblemException(
                    Problem.of(401, "a token with the role " + role + " is needed").in("Authorization")
                            .fixedBy("send Authorization: Bearer followed by a token"));
        }
        if (!caller.may(needed)) {
            throw new ProblemException(Problem.of(403, caller.name() + " does not have the role " + role)
                    .fixedBy("use a token with that role, or ask someone who has one"));
        }
        // What does not look at scopes itself is for those who have none.
        if (route.method().mutates() && !route.checksScope() && !caller.mayEverywhere(needed)) {
            throw outOfScope(caller, needed, "what is not limited to jobs");
        }
    }

    static ProblemException outOfScope(Principal caller, Role needed, String what) {
        return new ProblemException(Problem.of(403, caller.name() + " does not have the role "
                + needed.name().toLowerCase(Locale.ROOT) + " for " + what)
                .as("urn:reprise:out-of-scope", "Out of scope")
                .fixedBy("ask someone whose scope includes it, or extend the scope in the server's configuration"));
    }

    /** A page that resolves its own name to this machine would otherwise pass for a page of ours. */
    private static void requireLoopbackName(Context context) {
        String host = context.header("Host");
        if (host != null && !LOOPBACK_NAMES.contains(withoutPort(host))) {
            throw new ProblemException(Problem.of(421, "the server was called by the name " + host).in("Host")
                    .fixedBy("call it as localhost or 127.0.0.1, or configure a token"));
        }
    }

    private void requireOwnPage(Context context, Principal caller) {
        String origin = context.header("Origin");
        if (origin != null && config.allowedOrigins().contains(origin)) {
            return;
        }
        String site = context.header("Sec-Fetch-Site");
        // A browser adds the cookie by itself, so that there it takes proof, not only the absence of a foreign page.
        boolean unproven = site == null && origin == null && caller.method() == Principal.AuthMethod.SESSION;
        boolean foreign = site != null ? !OWN_FETCHES.contains(site) : origin != null && !sameHost(origin, context);
        if (foreign || unproven) {
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
