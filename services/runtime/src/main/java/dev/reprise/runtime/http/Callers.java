// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;

/** Recognises callers, by whichever of the configured ways they use. */
final class Callers {

    private static final Pattern JWT = Pattern.compile("[\\w-]+\\.[\\w-]*\\.[\\w-]*");

    private final HttpConfig config;
    private final TokenStore tokens;
    private final Passwords passwords;
    private final ProxySignIn proxy;
    private final Optional<OidcSignIn> oidc;

    Callers(HttpConfig config, ClientAddress addresses, Throttle throttle, Optional<OidcSignIn> oidc,
            InstantSource clock) {
        this.config = config;
        this.tokens = new TokenStore(config.tokens(), clock);
        this.passwords = new Passwords(config.auth().users(), throttle, clock);
        this.proxy = new ProxySignIn(config.auth().proxy(), addresses);
        this.oidc = oidc;
    }

    /**
     * The caller; anonymous where nothing is said.
     *
     * @throws ProblemException with status 401 or 429 for what is not believed, 403 for a header of a proxy that is none
     */
    Principal identify(Context context, String address) {
        if (!config.needsSignIn()) {
            return Principal.local();
        }
        Optional<Principal> byProxy = proxy.caller(context);
        if (byProxy.isPresent()) {
            return byProxy.get();
        }
        String authorization = context.header("Authorization");
        if (authorization != null) {
            return byHeader(authorization, address);
        }
        return oidc.flatMap(signIn -> bySession(signIn, context)).orElseGet(Principal::anonymous);
    }

    private static Optional<Principal> bySession(OidcSignIn signIn, Context context) {
        Optional<Sessions.Found> found = Cookies
                .find(Optional.ofNullable(context.header("Cookie")), signIn.sessionCookie()).flatMap(signIn::session);
        found.flatMap(Sessions.Found::renewed)
                .ifPresent(renewed -> context.res().addHeader("Set-Cookie", signIn.keeping(renewed)));
        return found.map(Sessions.Found::principal);
    }

    /** The challenge of an answer with status 401. A page of ours asks by itself, without the browser's dialog. */
    String challenge(Context context) {
        return passwords.isEmpty() || context.header("Sec-Fetch-Site") != null
                ? "Bearer"
                : "Basic realm=\"Reprise\", charset=\"UTF-8\"";
    }

    private Principal byHeader(String authorization, String address) {
        if (has(authorization, "Basic ") && !passwords.isEmpty()) {
            return passwords.signIn(authorization.substring("Basic ".length()), address);
        }
        if (!has(authorization, "Bearer ")) {
            throw new ProblemException(Problem.of(401, "this kind of sign-in is not taken here").in("Authorization")
                    .fixedBy("send Authorization: Bearer followed by a token"));
        }
        String token = authorization.substring("Bearer ".length()).strip();
        Optional<Principal> known = tokens.find(token);
        if (known.isPresent()) {
            return known.get();
        }
        if (oidc.isPresent() && JWT.matcher(token).matches()) {
            return oidc.get().bearer(token);
        }
        throw new ProblemException(Problem.of(401, "the token is not known").in("Authorization")
                .fixedBy("use a token of the server's configuration"));
    }

    private static boolean has(String authorization, String scheme) {
        return authorization.regionMatches(true, 0, scheme, 0, scheme.length());
    }
}
