// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who is signed in with which browser. The browser keeps it, sealed; every process with the same key takes it. What a
 * person may do is not in it but follows from the groups at each request, so that a changed configuration holds at once.
 */
final class Sessions {

    /** Browsers keep 4096 bytes of a cookie with its name and attributes. */
    private static final int LONGEST_COOKIE = 3_800;
    /** A session is sealed anew once this part of its idle time has passed. */
    private static final int RENEWALS = 16;
    private static final String VERSION = "1";
    private static final int PARTS = 6;

    private final Duration idle;
    private final Duration life;
    private final List<GroupConfig> groups;
    private final SealedText sealed;
    private final EndedSessions endings;
    private final InstantSource clock;
    private final RandomText random = new RandomText();

    private record Session(String id, Instant began, Instant used, String name, Set<String> groups) {}

    Sessions(OidcConfig config, EndedSessions endings, InstantSource clock) {
        this.idle = config.sessionIdle();
        this.life = config.sessionLife();
        this.groups = config.groups();
        this.sealed = new SealedText(config.sealingKeys(), "session");
        this.endings = endings;
        this.clock = clock;
    }

    /**
     * A signed-in caller.
     *
     * @param principal who it is
     * @param renewed what the browser keeps from now on, where it is time for another
     */
    record Found(Principal principal, Optional<String> renewed) {}

    /**
     * Begins a session; answers what the browser keeps.
     *
     * @param name who it is
     * @param memberOf the groups that the provider names; those without a meaning here are left out
     * @throws ProblemException with status 403 if they do not fit into a cookie
     */
    String begin(String name, Set<String> memberOf) {
        Instant now = clock.instant();
        Set<String> known = groups.stream().map(GroupConfig::group).filter(memberOf::contains)
                .collect(Collectors.toSet());
        Session session = new Session(random.next(), now, now, name, known);
        String cookie = sealed.seal(text(session));
        if (cookie.length() > LONGEST_COOKIE) {
            throw new ProblemException(Problem.of(403, "too many of the provider's groups have a meaning here for one"
                    + " session").fixedBy("give http.auth.oidc.groups fewer or shorter groups"));
        }
        endings.begun(hash(session.id()), name);
        return cookie;
    }

    Optional<Found> find(String cookie) {
        Instant now = clock.instant();
        return open(cookie).filter(session -> now.isBefore(session.used().plus(idle))
                && now.isBefore(session.began().plus(life)) && !endings.hasEnded(hash(session.id())))
                .map(session -> new Found(new Principal(session.name(), GroupConfig.grants(groups, session.groups()),
                        Principal.AuthMethod.SESSION), renewed(session, now)));
    }

    /** Ends it, here and wherever else it is taken. */
    void end(String cookie) {
        open(cookie).ifPresent(session -> endings.ended(hash(session.id()), session.name(),
                session.began().plus(life)));
    }

    private Optional<String> renewed(Session session, Instant now) {
        return now.isBefore(session.used().plus(idle.dividedBy(RENEWALS)))
                ? Optional.empty()
                : Optional.of(sealed.seal(text(
                        new Session(session.id(), session.began(), now, session.name(), session.groups()))));
    }

    private Optional<Session> open(String cookie) {
        return sealed.open(cookie).map(text -> text.split("\n", -1))
                .filter(parts -> parts.length == PARTS && parts[0].equals(VERSION))
                .map(parts -> new Session(parts[1], Instant.ofEpochSecond(Long.parseLong(parts[2])),
                        Instant.ofEpochSecond(Long.parseLong(parts[3])), decoded(parts[4]),
                        Arrays.stream(parts[5].split(",", -1)).filter(each -> !each.isEmpty()).map(Sessions::decoded)
                                .collect(Collectors.toSet())));
    }

    private static String text(Session session) {
        return String.join("\n", VERSION, session.id(), Long.toString(session.began().getEpochSecond()),
                Long.toString(session.used().getEpochSecond()), encoded(session.name()),
                session.groups().stream().sorted().map(Sessions::encoded).collect(Collectors.joining(",")));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String hash(String id) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
