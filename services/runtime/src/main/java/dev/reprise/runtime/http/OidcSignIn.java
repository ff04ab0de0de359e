// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.oidc.OidcException;
import dev.reprise.runtime.oidc.OidcProvider;

/** Sign-in at an OpenID Connect provider, for browsers by a session and for programs by bearer tokens. */
final class OidcSignIn {

    private static final Logger LOGGER = LoggerFactory.getLogger(OidcSignIn.class);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** A path of this server; two slashes or a backslash would name another. */
    private static final Pattern OWN_PATH = Pattern.compile("/(?![/\\\\])[!-~&&[^\\\\]]{0,1000}");
    private static final int LONGEST_NAME = 256;
    static final String OTHER_PROVIDER = "the answer comes from another provider";
    static final String NOT_BEGUN = "this browser did not begin a sign-in, or it took too long";
    static final String OTHER_SIGN_IN = "the answer belongs to another sign-in";
    static final String NOT_SIGNED_IN = "the provider did not sign you in";
    static final String UNAVAILABLE = "the OpenID Connect provider is not available";

    private final OidcConfig config;
    private final InstantSource clock;
    private final OidcProvider provider;
    private final Sessions sessions;
    private final SealedText sealed;
    private final RandomText random = new RandomText();

    OidcSignIn(OidcConfig config, OidcProvider provider, EndedSessions endings, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.provider = provider;
        this.sealed = new SealedText(config.sealingKeys(), "sign-in");
        this.sessions = new Sessions(config, endings, clock);
    }

    static OidcProvider provider(OidcConfig config) {
        return new OidcProvider(new OidcProvider.Registration(config.issuer().orElseThrow(), config.clientId(),
                config.clientSecret(), config.redirectUri().orElseThrow(), config.clockSkew()));
    }

    String sessionCookie() {
        return config.secureCookies() ? "__Host-reprise-session" : "reprise-session";
    }

    private String flowCookie() {
        return config.secureCookies() ? "__Host-reprise-sign-in" : "reprise-sign-in";
    }

    Optional<Sessions.Found> session(String cookie) {
        return sessions.find(cookie);
    }

    /** What makes the browser keep a session. */
    String keeping(String session) {
        return cookie(sessionCookie(), session, config.sessionLife());
    }

    /**
     * The holder of a bearer token of the provider.
     *
     * @throws ProblemException with status 401 if it is not believed, 503 if the provider cannot be asked
     */
    Principal bearer(String token) {
        String audience = config.apiAudience().orElseThrow(() -> new ProblemException(
                Problem.of(401, "JSON Web Tokens are not taken here").in("Authorization")
                        .fixedBy("set http.auth.oidc.api-audience, or use a token of the server's configuration")));
        try {
            return principal(provider.verify(token, audience), Principal.AuthMethod.JWT);
        } catch (OidcException e) {
            throw refused(e);
        }
    }

    Response begin(Request request) {
        String target = request.query("to").filter(OWN_PATH.asMatchPredicate()).orElse("/");
        OidcProvider.Proof proof = new OidcProvider.Proof(random.next(), random.next(), random.next());
        String flow = sealed.seal(String.join("\n", proof.state(), proof.nonce(), proof.verifier(), target,
                clock.instant().plus(PATIENCE).toString()));
        try {
            return Response.seeOther(provider.authorizationUri(proof, String.join(" ", config.scopes())).toString())
                    .cookie(cookie(flowCookie(), flow, PATIENCE));
        } catch (OidcException e) {
            throw refused(e);
        }
    }

    Response finish(Request request) {
        if (request.query("iss").filter(iss -> !config.issuer().orElseThrow().equals(iss)).isPresent()) {
            throw again(OTHER_PROVIDER);
        }
        String[] flow = Cookies.find(request, flowCookie()).flatMap(sealed::open).map(text -> text.split("\n", -1))
                .filter(parts -> parts.length == 5 && clock.instant().isBefore(Instant.parse(parts[4])))
                .orElseThrow(() -> again(NOT_BEGUN));
        OidcProvider.Proof proof = new OidcProvider.Proof(flow[0], flow[1], flow[2]);
        if (!same(proof.state(), request.query("state").orElse(""))) {
            throw again(OTHER_SIGN_IN);
        }
        String code = request.query("code").orElseThrow(() -> again(NOT_SIGNED_IN));
        try {
            Map<String, Object> claims = provider.exchange(code, proof);
            Principal caller = principal(claims, Principal.AuthMethod.SESSION);
            String session = sessions.begin(caller.name(), groups(claims));
            LOGGER.atInfo().addKeyValue("caller", caller.name()).addKeyValue("roles", caller.roles()).log("signed in");
            return Response.seeOther(flow[3]).cookie(keeping(session)).cookie(cookie(flowCookie(), "", Duration.ZERO));
        } catch (OidcException e) {
            throw refused(e);
        }
    }

    /** Ends the session here; the answer says where it is ended at the provider, if there is such a place. */
    Response end(Request request) {
        Cookies.find(request, sessionCookie()).ifPresent(sessions::end);
        URI home = config.redirectUri().orElseThrow().resolve("/");
        String next = "/";
        try {
            next = provider.endSessionUri(home).map(URI::toString).orElse("/");
        } catch (OidcException e) {
            LOGGER.atWarn().addKeyValue("cause", e.getMessage()).log("provider not asked where sessions end");
        }
        return Response.json(Map.of("next", next)).cookie(cookie(sessionCookie(), "", Duration.ZERO));
    }

    private Principal principal(Map<String, Object> claims, Principal.AuthMethod method) {
        String name = claims.get(config.nameClaim()) instanceof String given && !given.isBlank()
                ? given
                : String.valueOf(claims.get("sub"));
        String safe = name.codePoints().filter(each -> !Character.isISOControl(each)).limit(LONGEST_NAME / 2)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        return new Principal(safe.isBlank() ? "unnamed" : safe, GroupConfig.grants(config.groups(), groups(claims)),
                method);
    }

    private Set<String> groups(Map<String, Object> claims) {
        Object value = claims.get(config.groupsClaim());
        if (value == null) {
            Object within = claims;
            for (String part : config.groupsClaim().split("\\.", -1)) {
                within = within instanceof Map<?, ?> map ? map.get(part) : null;
            }
            value = within;
        }
        return switch (value) {
            case Collection<?> list -> {
                Set<String> groups = new HashSet<>();
                list.forEach(each -> groups.add(String.valueOf(each)));
                yield groups;
            }
            case String text -> Set.copyOf(List.of(text.split("[ ,]+")));
            case null, default -> Set.of();
        };
    }

    private String cookie(String name, String value, Duration life) {
        return name + "=" + value + "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" + life.toSeconds()
                + (config.secureCookies() ? "; Secure" : "");
    }

    private static ProblemException refused(OidcException e) {
        if (e.isUnavailable()) {
            LOGGER.atWarn().addKeyValue("cause", e.getMessage()).log("openid connect provider not available");
            return new ProblemException(Problem.of(503, UNAVAILABLE)
                    .fixedBy("try again in a moment; the log of the server says more"));
        }
        return new ProblemException(Problem.of(401, String.valueOf(e.getMessage())).in("Authorization")
                .fixedBy("sign in again, or ask the provider for a new token"));
    }

    private static ProblemException again(String detail) {
        return new ProblemException(Problem.of(400, detail).fixedBy("begin again at /auth/sign-in"));
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
