// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.tls.KeyMaterial;
import dev.reprise.runtime.tls.TlsConfig;

/**
 * The door for TLS 1.2 and 1.3. Files that change are read again within half a minute; if they cannot be used, the
 * certificate that was read before stays. Whoever speaks plain HTTP is heard too, to be told so and nothing else.
 */
final class TlsConnector implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(TlsConnector.class);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
    private static final Duration ENDS_SOON = Duration.ofDays(14);

    private final TlsConfig config;
    private final Duration lookAgain;
    private final InstantSource clock;
    private final SslContextFactory.Server context = new SslContextFactory.Server();
    private final CountDownLatch closing = new CountDownLatch(1);
    private String fingerprint;

    private TlsConnector(TlsConfig config, Duration lookAgain, InstantSource clock, KeyMaterial material) {
        this.config = config;
        this.lookAgain = lookAgain;
        this.clock = clock;
        this.fingerprint = material.fingerprint();
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        use(context, material);
        warnOfEnd(material);
    }

    /**
     * Reads the files.
     *
     * @throws ConfigException if they cannot be used
     */
    static TlsConnector of(TlsConfig config, InstantSource clock) {
        return of(config, clock, LOOK_AGAIN);
    }

    static TlsConnector of(TlsConfig config, InstantSource clock, Duration lookAgain) {
        return new TlsConnector(config, lookAgain, clock, KeyMaterial.read(config));
    }

    Connector connector(Server server, HttpConfiguration plain, String host, int port) {
        HttpConfiguration secured = new HttpConfiguration(plain);
        // Any name is served: callers come by names that this process does not know, through ports and proxies.
        secured.addCustomizer(new SecureRequestCustomizer(false));
        HttpConnectionFactory http = new HttpConnectionFactory(secured);
        SslConnectionFactory tls = new SslConnectionFactory(context, http.getProtocol());
        ServerConnector connector = new ServerConnector(server, new DetectorConnectionFactory(tls), http);
        connector.setHost(host);
        connector.setPort(port);
        return connector;
    }

    /** Begins to look for other files. */
    void watch() {
        Thread.ofVirtual().name("http-certificate").start(() -> {
            try {
                while (!closing.await(lookAgain.toMillis(), TimeUnit.MILLISECONDS)) {
                    look();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() {
        closing.countDown();
    }

    private void look() {
        try {
            KeyMaterial material = KeyMaterial.read(config);
            if (!material.fingerprint().equals(fingerprint)) {
                context.reload(factory -> use((SslContextFactory.Server) factory, material));
                fingerprint = material.fingerprint();
                LOGGER.atInfo().addKeyValue("subject", material.subject()).addKeyValue("notAfter", material.notAfter())
                        .log("certificate read again");
                warnOfEnd(material);
            }
        } catch (ConfigException e) {
            LOGGER.atWarn().addKeyValue("cause", e.getMessage()).log("certificate cannot be read again");
        } catch (Exception e) { // the border: Jetty's reload declares no less
            LOGGER.atWarn().setCause(e).log("certificate cannot be read again");
        }
    }

    private void warnOfEnd(KeyMaterial material) {
        Instant soon = clock.instant().plus(ENDS_SOON);
        if (!material.notAfter().isAfter(soon)) {
            LOGGER.atWarn().addKeyValue("subject", material.subject()).addKeyValue("notAfter", material.notAfter())
                    .log("certificate ends soon");
        }
    }

    private static void use(SslContextFactory.Server context, KeyMaterial material) {
        context.setKeyStore(material.store());
        context.setKeyStorePassword(material.password().reveal());
        context.setKeyManagerPassword(material.password().reveal());
    }
}
