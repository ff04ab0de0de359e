// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.tls.TlsConfig;

/** A self-signed certificate for this machine in all the forms that a server takes, made by the JDK's keytool. */
record Certificates(Path store, Path chain, Path key, X509Certificate certificate) {

    static final String PASSWORD = "keystore-password-0123";

    static Certificates make(Path directory, String name, String algorithm) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-alias", "server", "-keyalg", algorithm, "-dname", "CN=" + name, "-ext",
                "SAN=dns:localhost,ip:127.0.0.1", "-validity", "90", "-storetype", "PKCS12", "-keystore",
                store.toString(), "-storepass", PASSWORD).redirectErrorStream(true).start();
        keytool.getInputStream().readAllBytes();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(store)) {
            loaded.load(stream, PASSWORD.toCharArray());
        }
        X509Certificate certificate = (X509Certificate) loaded.getCertificate("server");
        Path chain = Files.writeString(directory.resolve(name + ".crt"),
                pem("CERTIFICATE", certificate.getEncoded()));
        Path key = Files.writeString(directory.resolve(name + ".key"),
                pem("PRIVATE KEY", loaded.getKey("server", PASSWORD.toCharArray()).getEncoded()));
        return new Certificates(store, chain, key, certificate);
    }

    TlsConfig pem() {
        return new TlsConfig(Optional.of(chain), Optional.of(key), Optional.empty(), Optional.empty());
    }

    TlsConfig pkcs12() {
        return new TlsConfig(Optional.empty(), Optional.empty(), Optional.of(store), Optional.of(Secret.of(PASSWORD)));
    }

    SSLContext trust() throws GeneralSecurityException, IOException {
        return trust("TLS", certificate);
    }

    static SSLContext trust(String protocol, X509Certificate... certificates)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (X509Certificate each : certificates) {
            trusted.setCertificateEntry(each.getSubjectX500Principal().getName(), each);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance(protocol);
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                + "-----\n";
    }
}
