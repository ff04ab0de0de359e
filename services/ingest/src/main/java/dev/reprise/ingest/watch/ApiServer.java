// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Requests to one API server. Token and certificates are read anew as they are renewed. Used by one thread. */
final class ApiServer implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final ClusterSetting cluster;
    private @Nullable HttpClient client;
    private FileTime trusted = FileTime.fromMillis(0);

    ApiServer(ClusterSetting cluster) {
        this.cluster = cluster;
    }

    /**
     * Asks for something; the body is to be closed.
     *
     * @param pathAndQuery both encoded
     */
    HttpResponse<InputStream> get(String pathAndQuery) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(cluster.address() + pathAndQuery))
                .timeout(ANSWER).header("Accept", "application/json").GET();
        Optional<Path> token = cluster.token();
        if (token.isPresent()) {
            request.header("Authorization", "Bearer " + token(token.get()));
        }
        return client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** The message of a file system names the file; the content is never told. */
    private static String token(Path file) throws IOException {
        String token = Files.readString(file).strip();
        if (token.isEmpty() || token.chars().anyMatch(letter -> letter <= ' ' || letter > '~')) {
            throw new IOException(file + " holds no token");
        }
        return token;
    }

    private HttpClient client() throws IOException {
        Optional<Path> certificates = cluster.certificates();
        FileTime made = certificates.isPresent() ? Files.getLastModifiedTime(certificates.get()) : trusted;
        HttpClient known = client;
        if (known != null && made.equals(trusted)) {
            return known;
        }
        // One connection a request: a watch that hangs must not hold up another one.
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT)
                .version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER);
        if (certificates.isPresent()) {
            builder.sslContext(trusting(certificates.get()));
        }
        close();
        HttpClient fresh = builder.build();
        client = fresh;
        trusted = made;
        return fresh;
    }

    private static SSLContext trusting(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + count++, certificate);
            }
            if (count == 0) {
                throw new IOException(file + " holds no certificate");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " cannot be used as certificates: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        HttpClient known = client;
        if (known != null) {
            known.shutdownNow();
        }
    }
}
