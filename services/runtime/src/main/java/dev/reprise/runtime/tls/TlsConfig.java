// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.tls;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * The certificate of a server: two PEM files or one PKCS12 key store. With none of them there is no TLS.
 *
 * @param certificateChain PEM file, the server's certificate first
 * @param privateKey PEM file with the key of it, PKCS8 without a password
 * @param keyStore PKCS12 file with one key and its chain
 * @param keyStorePassword its password
 */
public record TlsConfig(Optional<Path> certificateChain, Optional<Path> privateKey, Optional<Path> keyStore,
        Optional<Secret> keyStorePassword) {

    /** No TLS. */
    public static final TlsConfig OFF = new TlsConfig(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty());

    /**
     * Checks that one way is chosen.
     *
     * @throws ConfigException for half of a way, or both
     */
    public TlsConfig(@Nullable Optional<Path> certificateChain, @Nullable Optional<Path> privateKey,
            @Nullable Optional<Path> keyStore, @Nullable Optional<Secret> keyStorePassword) {
        this.certificateChain = present(certificateChain);
        this.privateKey = present(privateKey);
        this.keyStore = present(keyStore);
        this.keyStorePassword = present(keyStorePassword);
        if (this.certificateChain.isPresent() != this.privateKey.isPresent()) {
            throw ConfigException.of(this.privateKey.isPresent() ? "certificate-chain" : "private-key", "is missing",
                    "give certificate-chain and private-key together, or key-store");
        }
        if (this.keyStore.isPresent() && this.privateKey.isPresent()) {
            throw ConfigException.of("key-store", "stands beside certificate-chain", "give one of the two");
        }
        if (this.keyStore.isPresent() != this.keyStorePassword.isPresent()) {
            throw ConfigException.of(this.keyStore.isPresent() ? "key-store-password" : "key-store", "is missing",
                    "give key-store and key-store-password together");
        }
    }

    /** Whether there is a certificate. */
    public boolean isOn() {
        return certificateChain.isPresent() || keyStore.isPresent();
    }

    @SuppressWarnings("OptionalAssignedToNull") // an absent section of a configuration is bound to null
    private static <T> Optional<T> present(@Nullable Optional<T> value) {
        return value == null ? Optional.empty() : value;
    }
}
