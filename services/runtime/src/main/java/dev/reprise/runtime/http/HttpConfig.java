// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.tls.TlsConfig;

/**
 * Settings of the HTTP server.
 *
 * @param host address to listen on; any but a loopback address needs {@code tokens} (default {@code 127.0.0.1})
 * @param port port to listen on; 0 takes a free one (default 8080)
 * @param maxBody largest body as sent (default 1MiB)
 * @param maxDecompressedBody largest body after decompression (default 8MiB)
 * @param tokens who may call; without any, whoever is on this machine may do everything
 * @param allowedOrigins other web origins whose pages may change things, such as {@code https://portal.example.org}
 * @param tls the certificate; without one the server speaks plain HTTP
 * @param trustedProxies addresses of proxies in front, whose headers tell the address of the caller
 * @param auth further ways to sign in
 * @param limits how much one caller may ask
 */
public record HttpConfig(String host, int port, ByteSize maxBody, ByteSize maxDecompressedBody,
        List<TokenConfig> tokens, Set<String> allowedOrigins, TlsConfig tls, List<CidrRange> trustedProxies,
        AuthConfig auth, LimitConfig limits) {

    private static final int DEFAULT_PORT = 8080;

    /**
     * Fills in the defaults for what is absent and checks the rest.
     *
     * @throws ConfigException with every problem, above all an open address without a token
     */
    public HttpConfig(@Nullable String host, int port, @Nullable ByteSize maxBody,
            @Nullable ByteSize maxDecompressedBody, @Nullable List<TokenConfig> tokens,
            @Nullable Set<String> allowedOrigins, @Nullable TlsConfig tls, @Nullable List<CidrRange> trustedProxies,
            @Nullable AuthConfig auth, @Nullable LimitConfig limits) {
        this.host = host == null ? "127.0.0.1" : host;
        this.port = port;
        this.maxBody = maxBody == null ? ByteSize.ofMebibytes(1) : maxBody;
        this.maxDecompressedBody = maxDecompressedBody == null ? ByteSize.ofMebibytes(8) : maxDecompressedBody;
        this.tokens = tokens == null ? List.of() : List.copyOf(tokens);
        this.allowedOrigins = allowedOrigins == null ? Set.of() : Set.copyOf(allowedOrigins);
        this.tls = tls == null ? TlsConfig.OFF : tls;
        this.trustedProxies = trustedProxies == null ? List.of() : List.copyOf(trustedProxies);
        this.auth = auth == null ? AuthConfig.NONE : auth;
        this.limits = limits == null ? LimitConfig.DEFAULT : limits;
        List<ConfigProblem> problems = problems();
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** As the other, with the default for an absent port. */
    @JsonCreator
    public HttpConfig(@Nullable String host, @Nullable Integer port, @Nullable ByteSize maxBody,
            @Nullable ByteSize maxDecompressedBody, @Nullable List<TokenConfig> tokens,
            @Nullable Set<String> allowedOrigins, @Nullable TlsConfig tls, @Nullable List<CidrRange> trustedProxies,
            @Nullable AuthConfig auth, @Nullable LimitConfig limits) {
        this(host, port == null ? DEFAULT_PORT : port.intValue(), maxBody, maxDecompressedBody, tokens, allowedOrigins,
                tls, trustedProxies, auth, limits);
    }

    /** A server that knows callers by tokens alone and speaks plain HTTP. */
    public HttpConfig(@Nullable String host, int port, @Nullable ByteSize maxBody,
            @Nullable ByteSize maxDecompressedBody, @Nullable List<TokenConfig> tokens,
            @Nullable Set<String> allowedOrigins) {
        this(host, port, maxBody, maxDecompressedBody, tokens, allowedOrigins, null, null, null, null);
    }

    /** A server for this machine only, without tokens. */
    public static HttpConfig onLoopback(int port) {
        return new HttpConfig(null, port, null, null, null, null);
    }

    /** Whether only this machine can connect. */
    public boolean loopbackOnly() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false; // reported by the constructor
        }
    }

    /** The same on another port. */
    public HttpConfig onPort(int other) {
        return new HttpConfig(host, other, maxBody, maxDecompressedBody, tokens, allowedOrigins, tls, trustedProxies,
                auth, limits);
    }

    /** Whether callers must say who they are. */
    public boolean needsSignIn() {
        return !tokens.isEmpty() || auth.isOn();
    }

    /** Whether other machines can connect and nothing is known to encrypt what travels. */
    boolean isReadableOnTheWay() {
        return !loopbackOnly() && !tls.isOn() && trustedProxies.isEmpty();
    }

    private List<ConfigProblem> problems() {
        List<ConfigProblem> problems = new ArrayList<>();
        try {
            if (!InetAddress.getByName(host).isLoopbackAddress() && !needsSignIn()) {
                problems.add(ConfigProblem.of("host",
                        "is " + host
                                + ", which other machines can reach, but there is no token and no other way to sign in",
                        "add one, such as tokens: [{name: ops, token: \"${env:REPRISE_TOKEN}\", roles: [admin]}],"
                                + " or set host to 127.0.0.1"));
            }
        } catch (UnknownHostException _) {
            problems.add(ConfigProblem.of("host", "is " + host + ", which has no address",
                    "set an address of this machine, such as 127.0.0.1 or 0.0.0.0"));
        }
        if (auth.needsTls() && isReadableOnTheWay()) {
            problems.add(ConfigProblem.of("tls", "is missing, while other machines can reach " + host
                    + ": passwords and sessions could be read on the way",
                    "give tls: {certificate-chain: ..., private-key: ...}, or name the proxy that encrypts in"
                            + " trusted-proxies"));
        }
        if (auth.proxy().isOn() && trustedProxies.isEmpty()) {
            problems.add(ConfigProblem.of("trusted-proxies", "is empty, while auth.proxy is on",
                    "name the addresses of the proxy, such as [10.0.0.7/32]"));
        }
        if (port < 0 || port > 65_535) {
            problems.add(ConfigProblem.of("port", "expected 0 to 65535, found " + port,
                    "choose a port, or 0 for a free one"));
        }
        if (maxDecompressedBody.compareTo(maxBody) < 0) {
            problems.add(ConfigProblem.of("max-decompressed-body", "is " + maxDecompressedBody + ", less than max-body "
                    + maxBody, "set it to at least max-body"));
        }
        long names = tokens.stream().map(TokenConfig::name).distinct().count();
        if (names < tokens.size()) {
            problems.add(ConfigProblem.of("tokens", "two tokens have one name", "give each its own"));
        }
        return problems;
    }
}
