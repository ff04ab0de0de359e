// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sign-in by the headers of a trusted proxy. From anywhere else the same headers are an attempt to be someone. */
final class ProxySignIn {

    private static final int LONGEST_NAME = 256;

    private final ProxyConfig config;
    private final ClientAddress addresses;

    ProxySignIn(ProxyConfig config, ClientAddress addresses) {
        this.config = config;
        this.addresses = addresses;
    }

    /**
     * Who the proxy says is calling; empty where it says nothing.
     *
     * @throws ProblemException with status 403 if the headers do not come from a trusted proxy, 400 if they are unusable
     */
    Optional<Principal> caller(Context context) {
        if (!config.isOn()) {
            return Optional.empty();
        }
        List<String> names = Collections.list(context.req().getHeaders(config.userHeader().orElseThrow()));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        String header = config.userHeader().orElseThrow();
        if (!addresses.isProxy(context) || !provesItself(context)) {
            throw new ProblemException(Problem.of(403, "only a trusted proxy may say who is calling").in(header)
                    .fixedBy("leave the header out; a proxy's address belongs into http.trusted-proxies, and its"
                            + " secret into the header that http.auth.proxy.secret-header names"));
        }
        String name = names.getFirst().strip();
        if (names.size() > 1 || name.isEmpty() || name.length() > LONGEST_NAME
                || name.chars().anyMatch(Character::isISOControl)) {
            throw ProblemException.badField(header, "expected one name of 1 to " + LONGEST_NAME + " characters",
                    "let the proxy replace the header instead of adding to it");
        }
        Set<String> groups = Collections.list(context.req().getHeaders(config.groupsHeader())).stream()
                .flatMap(each -> Arrays.stream(each.split(",", -1))).map(String::strip).collect(Collectors.toSet());
        return Optional.of(
                new Principal(name, GroupConfig.grants(config.groups(), groups), Principal.AuthMethod.PROXY));
    }

    private boolean provesItself(Context context) {
        return config.secret().isEmpty() || MessageDigest.isEqual(
                config.secret().get().reveal().getBytes(StandardCharsets.UTF_8),
                Optional.ofNullable(context.header(config.secretHeader().orElseThrow())).orElse("")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
