// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.password.PasswordHash;
import dev.reprise.runtime.tls.TlsConfig;

class TlsTest {

    private static final TokenConfig TOKEN = new TokenConfig("a", Secret.of("token-0123456789-0123456789"),
            Set.of(Role.ADMIN));

    @TempDir
    private static Path directory;
    private static Certificates one;
    private static Certificates other;

    @BeforeAll
    static void make() throws Exception {
        one = Certificates.make(directory, "one", "EC");
        other = Certificates.make(directory, "other", "RSA");
    }

    @Test
    void shouldSpeakTlsWithPemAndWithKeyStore() throws Exception {
        for (TlsConfig config : List.of(one.pem(), one.pkcs12(), other.pem(), other.pkcs12())) {
            try (HttpServer server = start(config)) {
                assertThat(server.uri().getScheme()).isEqualTo("https");
                HttpResponse<String> answer = new HttpCaller(server.uri(),
                        Certificates.trust("TLS", one.certificate(), other.certificate())).get("/open");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("Strict-Transport-Security")).hasValue("max-age=31536000");
            }
        }
    }

    @Test
    void shouldTellWhoeverCallsByHttpAndDoNothing() {
        try (HttpServer server = start(one.pem())) {
            HttpCaller plain = new HttpCaller(URI.create("http://localhost:" + server.port()));
            HttpResponse<String> answer = plain.get("/open", "Authorization", "Bearer token-0123456789-0123456789");
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("speaks TLS").contains("https").doesNotContain("reached");
            assertThat(plain.get("/missing").statusCode()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1", "TLSv1.1"})
    void shouldRefuseOldProtocols(String protocol) throws Exception {
        try (HttpServer server = start(one.pem())) {
            SSLContext context = one.trust();
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", server.port())) {
                socket.setEnabledProtocols(new String[]{protocol});
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
            }
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", server.port())) {
                socket.setEnabledProtocols(new String[]{"TLSv1.2"});
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
            }
        }
    }

    @Test
    void shouldTakeOtherCertificateWithoutRestartAndKeepTheOldWhenItIsBroken() throws Exception {
        Path chain = Files.copy(one.chain(), directory.resolve("live.crt"));
        Path key = Files.copy(one.key(), directory.resolve("live.key"));
        TlsConfig live = new TlsConfig(Optional.of(chain), Optional.of(key), Optional.empty(), Optional.empty());
        TlsConnector connector = TlsConnector.of(live, InstantSource.system(), Duration.ofMillis(20));
        try (HttpServer server = HttpServer.start(config("127.0.0.1", live), new SimpleMeterRegistry(),
                List.of(TlsTest::routes), Refusals.NOWHERE, InstantSource.system(), Optional.of(connector))) {
            assertThat(call(server, one)).isTrue();
            assertThat(call(server, other)).isFalse();

            Files.copy(other.chain(), chain, StandardCopyOption.REPLACE_EXISTING);
            assertThat(call(server, one)).as("a certificate without its key is not used").isTrue();
            Files.copy(other.key(), key, StandardCopyOption.REPLACE_EXISTING);
            await().atMost(Duration.ofSeconds(120)).until(() -> call(server, other));

            Files.writeString(chain, "nonsense");
            Files.copy(one.key(), key, StandardCopyOption.REPLACE_EXISTING);
            assertThat(call(server, other)).isTrue();
        }
    }

    @Test
    void shouldRefuseKeyOfAnotherCertificateAndUnreadableFiles() throws Exception {
        assertThatThrownBy(() -> start(pem(one.chain(), other.key()))).isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("http.tls").hasMessageContaining(other.key().toString());
        Path old = Files.writeString(directory.resolve("old.key"), "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0a2V5\n");
        assertThatThrownBy(() -> start(pem(other.chain(), old))).isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("openssl pkcs8").hasMessageNotContaining("c2VjcmV0");
        assertThatThrownBy(() -> start(pem(one.key(), one.key()))).hasMessageContaining("BEGIN CERTIFICATE");
        assertThatThrownBy(() -> start(pem(directory.resolve("absent"), one.key()))).hasMessageContaining("cannot be");
        assertThatThrownBy(() -> start(new TlsConfig(Optional.empty(), Optional.empty(), Optional.of(one.store()),
                Optional.of(Secret.of("wrong-password"))))).isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("key-store").hasMessageNotContaining("wrong-password");
    }

    @Test
    void shouldRefuseHalfOfAWay() {
        assertThatThrownBy(() -> new TlsConfig(Optional.of(one.chain()), Optional.empty(), Optional.empty(),
                Optional.empty())).isInstanceOf(ConfigException.class).hasMessageContaining("private-key");
        assertThatThrownBy(() -> new TlsConfig(Optional.empty(), Optional.empty(), Optional.of(one.store()),
                Optional.empty())).hasMessageContaining("key-store-password");
        assertThatThrownBy(() -> new TlsConfig(Optional.of(one.chain()), Optional.of(one.key()),
                Optional.of(one.store()), Optional.of(Secret.of("x")))).hasMessageContaining("one of the two");
    }

    @Test
    void shouldRefusePasswordsOnAnOpenAddressWithoutTls() {
        AuthConfig people = new AuthConfig(List.of(new UserConfig("ann",
                PasswordHash.parse("pbkdf2-sha256:100000:" + "A".repeat(22) + ":" + "A".repeat(43)),
                Set.of(Role.VIEWER), Optional.empty())), null, null);
        assertThatThrownBy(
                () -> new HttpConfig("0.0.0.0", 0, null, null, null, null, null, null, people, null))
                .isInstanceOf(ConfigException.class).hasMessageContaining("tls").hasMessageContaining("on the way");
        HttpConfig behindProxy = new HttpConfig("0.0.0.0", 0, null, null, null, null, null,
                List.of(CidrRange.parse("10.0.0.7")), people, null);
        assertThat(behindProxy.needsSignIn()).isTrue();
        assertThat(config("0.0.0.0", one.pem()).isReadableOnTheWay()).isFalse();
        assertThat(config("0.0.0.0", TlsConfig.OFF).isReadableOnTheWay()).isTrue();
    }

    private static boolean call(HttpServer server, Certificates trusted) throws Exception {
        try {
            return new HttpCaller(server.uri(), trusted.trust()).get("/open").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private static TlsConfig pem(Path chain, Path key) {
        return new TlsConfig(Optional.of(chain), Optional.of(key), Optional.empty(), Optional.empty());
    }

    private static HttpConfig config(String host, TlsConfig tls) {
        return new HttpConfig(host, 0, null, null, List.of(TOKEN), null, tls, null, null, null);
    }

    private static HttpServer start(TlsConfig tls) {
        return HttpServer.start(config("127.0.0.1", tls), new SimpleMeterRegistry(), List.of(TlsTest::routes));
    }

    private static void routes(RouteRegistry routes) {
        routes.get("/open", Access.OPEN, _ -> Response.json("reached"));
    }
}
