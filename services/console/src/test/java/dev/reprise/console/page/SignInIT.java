// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.console.ApiServer;
import dev.reprise.console.browser.Chromium;
import dev.reprise.console.browser.Chromiums;
import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.http.EndedSessions;
import dev.reprise.runtime.http.GroupConfig;
import dev.reprise.runtime.http.OidcConfig;
import dev.reprise.runtime.http.Role;

/** Signing in at an OpenID Connect provider and out again, with a real browser, at two processes behind one key. */
class SignInIT {

    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final String KEY = "a key that two processes share 01";

    @TempDir
    static Path directory;
    private static Chromium chromium;
    private static StubProvider provider;
    private static ApiServer one;
    private static ApiServer other;

    @BeforeAll
    static void start() {
        chromium = Chromiums.require(directory);
        provider = new StubProvider();
        EndedSessions endings = EndedSessions.here(InstantSource.system());
        int port = freePort();
        one = new ApiServer(directory.resolve("one"), oidc(port), port, endings);
        other = new ApiServer(directory.resolve("other"), oidc(port), 0, endings);
        Night.fill(one);
        Night.fill(other);
    }

    @AfterAll
    static void stop() {
        if (one != null) {
            chromium.close();
            one.close();
            other.close();
            provider.close();
        }
    }

    @Test
    void shouldSignInGoOnAtAnotherProcessAndSignOutOfBoth() {
        try (Tab tab = chromium.open(); Tab second = chromium.open()) {
            tab.open(one.uri().resolve("/approvals")).click("a.main", "Sign in at your organisation")
                    .until("document.querySelector('#agree')").click("#agree", "I am Ann")
                    .until("location.pathname === '/approvals'").untilText("churn_scores");
            assertThat(tab.text()).contains("ann");
            assertThat(tab.evaluate("document.querySelectorAll('.card button').length").intValue())
                    .as("the group makes an approver of her").isEqualTo(2);
            assertThat(tab.evaluate("document.cookie").asString()).as("no script can read the session").isEmpty();
            tab.picture(PICTURES.resolve("signed-in.png"));

            second.open(other.uri().resolve("/approvals")).untilText("churn_scores")
                    .until("document.querySelectorAll('.card button').length === 2");

            tab.click("button", "Sign out").untilText("You are signed out");
            second.open(other.uri().resolve("/approvals")).until("document.querySelector('main.sign')");
            tab.open(one.uri().resolve("/approvals")).until("document.querySelector('main.sign')");
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldSayInAPageWhyASignInIsRefused(String name, Consumer<JwtClaims> said, UnaryOperator<String> back,
            String why) {
        provider.saying(said);
        provider.sendingBack(back);
        try (Tab tab = chromium.open()) {
            tab.open(one.uri().resolve("/")).click("a.main", "Sign in at your organisation")
                    .until("document.querySelector('#agree')").click("#agree", "I am Ann")
                    .untilText("You are not signed in").untilText(why)
                    .until("document.querySelector('a[href=\"/auth/sign-in\"]')");
            tab.picture(PICTURES.resolve("sign-in-refused-" + name + ".png"));
            tab.open(one.uri().resolve("/approvals")).until("document.querySelector('main.sign')");
        } finally {
            provider.saying(_ -> {});
            provider.sendingBack(address -> address);
        }
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused("state", _ -> {}, address -> address.replaceFirst("state=.*", "state=forged"),
                        "The answer belongs to another sign-in"),
                refused("nonce", claims -> claims.setStringClaim("nonce", "forged"), address -> address,
                        "another sign-in"),
                refused("expired", claims -> claims.setExpirationTime(past()), address -> address, "has ended"));
    }

    private static Arguments refused(String name, Consumer<JwtClaims> said, UnaryOperator<String> back, String why) {
        return Arguments.of(name, said, back, why);
    }

    private static NumericDate past() {
        NumericDate date = NumericDate.now();
        date.addSeconds(-3_600);
        return date;
    }

    private static OidcConfig oidc(int port) {
        return new OidcConfig(Optional.of(provider.issuer()), StubProvider.CLIENT,
                Optional.of(Secret.of(StubProvider.SECRET)),
                Optional.of(URI.create("http://127.0.0.1:" + port + "/auth/callback")), Optional.empty(), null, null,
                null,
                List.of(new GroupConfig("on-call", Set.of(Role.APPROVER), Optional.empty()),
                        new GroupConfig("*", Set.of(Role.VIEWER), Optional.empty())),
                null, null, null, List.of(Secret.of(KEY)));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
