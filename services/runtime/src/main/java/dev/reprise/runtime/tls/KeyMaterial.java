// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * A key with its certificates, read and checked: the two belong together.
 *
 * @param store holds them
 * @param password of the store
 * @param fingerprint changes when a file changes
 * @param subject whose certificate it is
 * @param notAfter when it ends
 */
public record KeyMaterial(KeyStore store, Secret password, String fingerprint, String subject, Instant notAfter) {

    private static final Pattern KEY = Pattern
            .compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final String IN_MEMORY = "in memory only";

    /**
     * Reads the files.
     *
     * @throws ConfigException naming the file, what is wrong with it and how it is put right
     */
    public static KeyMaterial read(TlsConfig config) {
        return config.keyStore().isPresent()
                ? ofStore(config.keyStore().get(), config.keyStorePassword().orElseThrow())
                : ofPem(config.certificateChain().orElseThrow(), config.privateKey().orElseThrow());
    }

    private static KeyMaterial ofPem(Path chainFile, Path keyFile) {
        byte[] chainBytes = bytes("certificate-chain", chainFile);
        byte[] keyBytes = bytes("private-key", keyFile);
        List<X509Certificate> chain = chain(chainFile, chainBytes);
        PrivateKey key = key(keyFile, keyBytes, chain.getFirst());
        requirePair("private-key", keyFile, key, chain.getFirst());
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, IN_MEMORY.toCharArray());
            store.setKeyEntry("server", key, IN_MEMORY.toCharArray(), chain.toArray(Certificate[]::new));
            return of(store, Secret.of(IN_MEMORY), chain.getFirst(), chainBytes, keyBytes);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory takes what was checked", e);
        }
    }

    private static KeyMaterial ofStore(Path file, Secret password) {
        byte[] bytes = bytes("key-store", file);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes), password.reveal().toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                if (store.getKey(alias, password.reveal().toCharArray()) instanceof PrivateKey key
                        && store.getCertificate(alias) instanceof X509Certificate first) {
                    requirePair("key-store", file, key, first);
                    return of(store, password, first, bytes);
                }
            }
        } catch (GeneralSecurityException | IOException e) {
            // The library's text is left out: it may quote what it was given.
            throw ConfigException.of("key-store", file + " is no PKCS12 key store, or the password is another",
                    "make one with: openssl pkcs12 -export -in chain.pem -inkey key.pem -out server.p12");
        }
        throw ConfigException.of("key-store", file + " has no private key with a certificate",
                "make one with: openssl pkcs12 -export -in chain.pem -inkey key.pem -out server.p12");
    }

    private static KeyMaterial of(KeyStore store, Secret password, X509Certificate first, byte[]... files)
            throws GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (byte[] file : files) {
            digest.update(file);
        }
        return new KeyMaterial(store, password, HexFormat.of().formatHex(digest.digest()),
                first.getSubjectX500Principal().getName(), first.getNotAfter().toInstant());
    }

    private static byte[] bytes(String field, Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw ConfigException.of(field, file + " cannot be read: " + e.getClass().getSimpleName(),
                    "name a file that this user may read");
        }
    }

    private static List<X509Certificate> chain(Path file, byte[] bytes) {
        try {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes)).stream().map(X509Certificate.class::cast)
                    .toList();
            if (!chain.isEmpty()) {
                return chain;
            }
        } catch (GeneralSecurityException _) {
            // told below, as for a file without a certificate
        }
        throw ConfigException.of("certificate-chain", file + " has no certificate in PEM form",
                "give the file that begins with -----BEGIN CERTIFICATE-----, the server's certificate first");
    }

    private static PrivateKey key(Path file, byte[] bytes, X509Certificate certificate) {
        Matcher found = KEY.matcher(new String(bytes, StandardCharsets.US_ASCII));
        if (found.find()) {
            try {
                byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
                return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                        .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (GeneralSecurityException | IllegalArgumentException _) {
                // told below; the cause may quote the key
            }
        }
        throw ConfigException.of("private-key", file + " has no key of the certificate's kind in PKCS8 PEM form",
                "convert it with: openssl pkcs8 -topk8 -nocrypt -in key.pem -out key-pkcs8.pem");
    }

    private static void requirePair(String field, Path file, PrivateKey key, X509Certificate certificate) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "Ed25519", "Ed448", "EdDSA" -> "EdDSA";
            default -> throw ConfigException.of(field, file + " has a key of the kind " + key.getAlgorithm(),
                    "use RSA, EC or EdDSA");
        };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update((byte) 1);
            byte[] signature = signing.sign();
            signing.initVerify(certificate.getPublicKey());
            signing.update((byte) 1);
            if (signing.verify(signature)) {
                return;
            }
        } catch (GeneralSecurityException _) {
            // told below: two kinds do not belong together either
        }
        throw ConfigException.of(field, file + " has the key of another certificate",
                "give the key that the certificate was asked for with");
    }
}
