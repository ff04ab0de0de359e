// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How to sign in, told to whoever asks; and the way of browsers through an OpenID Connect provider. */
final class SignInRoutes implements HttpRoutes {

    private final HttpConfig config;
    private final Optional<OidcSignIn> oidc;

    SignInRoutes(HttpConfig config, Optional<OidcSignIn> oidc) {
        this.config = config;
        this.oidc = oidc;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.get("/auth/methods", Access.OPEN, _ -> methods());
        oidc.ifPresent(signIn -> {
            routes.get(SignInPage.STYLE, Access.OPEN, _ -> SignInPage.style());
            routes.get("/auth/sign-in", Access.OPEN, readable(signIn::begin));
            routes.get(OidcConfig.CALLBACK, Access.OPEN, readable(signIn::finish));
            routes.post("/auth/sign-out", Access.OPEN, signIn::end);
        });
    }

    /** A person in a browser is told in a page what a program is told in JSON. */
    private static RouteHandler readable(RouteHandler handler) {
        return request -> {
            try {
                return handler.handle(request);
            } catch (ProblemException e) {
                if (SignInPage.isWanted(request)) {
                    return SignInPage.of(request, e.problem());
                }
                throw e;
            }
        };
    }

    private Response methods() {
        Map<String, Boolean> methods = new LinkedHashMap<>();
        methods.put("token", !config.tokens().isEmpty());
        methods.put("password", !config.auth().users().isEmpty());
        methods.put("provider", oidc.isPresent());
        return Response.json(methods);
    }
}
