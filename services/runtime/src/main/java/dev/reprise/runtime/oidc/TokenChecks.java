// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.oidc;

import java.time.Duration;
import java.util.Map;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.HttpsJwks;
import org.jose4j.jwt.consumer.ErrorCodes;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.HttpsJwksVerificationKeyResolver;

/** What a token of the provider must be to be believed. Keys are fetched again when one is not known, but not at will. */
final class TokenChecks {

    /** Signatures with a public key only: neither {@code none} nor a secret that both sides know. */
    private static final String[] ALGORITHMS = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384",
        "ES512", "EdDSA"};
    private static final int LONGEST_TOKEN = 16 * 1024;

    private final HttpsJwksVerificationKeyResolver keys;
    private final String issuer;
    private final int skewSeconds;

    TokenChecks(String issuer, String keysUri, Duration skew, Duration keysAtMostEvery, ProviderCalls calls) {
        HttpsJwks fetched = new HttpsJwks(keysUri);
        fetched.setSimpleHttpGet(calls::keys);
        fetched.setDefaultCacheDuration(Duration.ofHours(1).toSeconds());
        fetched.setRetainCacheOnErrorDuration(Duration.ofHours(1).toSeconds());
        fetched.setRefreshReprieveThreshold(keysAtMostEvery.toMillis());
        this.keys = new HttpsJwksVerificationKeyResolver(fetched);
        this.issuer = issuer;
        this.skewSeconds = (int) skew.toSeconds();
    }

    /**
     * The claims of a token for one audience.
     *
     * @throws OidcException saying which check it fails
     */
    Map<String, Object> check(String token, String audience) {
        if (token.length() > LONGEST_TOKEN) {
            throw OidcException.refused("the token is longer than " + LONGEST_TOKEN + " characters");
        }
        JwtConsumer consumer = new JwtConsumerBuilder().setVerificationKeyResolver(keys)
                .setJwsAlgorithmConstraints(ConstraintType.PERMIT, ALGORITHMS).setExpectedIssuer(issuer)
                .setExpectedAudience(audience).setRequireExpirationTime().setRequireSubject().setRequireIssuedAt()
                .setAllowedClockSkewInSeconds(skewSeconds).build();
        try {
            return consumer.processToClaims(token).getClaimsMap();
        } catch (InvalidJwtException e) {
            throw OidcException.refused(reason(e));
        }
    }

    /** The library's text quotes the token, so it is not passed on. */
    private static String reason(InvalidJwtException e) {
        if (e.hasErrorCode(ErrorCodes.EXPIRED)) {
            return "the token has ended";
        }
        if (e.hasErrorCode(ErrorCodes.NOT_YET_VALID) || e.hasErrorCode(ErrorCodes.ISSUED_AT_INVALID_FUTURE)) {
            return "the token is not valid yet: the clocks differ";
        }
        if (e.hasErrorCode(ErrorCodes.AUDIENCE_INVALID) || e.hasErrorCode(ErrorCodes.AUDIENCE_MISSING)) {
            return "the token is meant for another audience";
        }
        if (e.hasErrorCode(ErrorCodes.ISSUER_INVALID) || e.hasErrorCode(ErrorCodes.ISSUER_MISSING)) {
            return "the token comes from another issuer";
        }
        if (e.hasErrorCode(ErrorCodes.SUBJECT_MISSING) || e.hasErrorCode(ErrorCodes.EXPIRATION_MISSING)
                || e.hasErrorCode(ErrorCodes.ISSUED_AT_MISSING)) {
            return "the token lacks sub, exp or iat";
        }
        return "the token is not signed by the issuer with a key of its key set";
    }
}
