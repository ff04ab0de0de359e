// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.config.Secret;

/** Collects the problems of one receiver, so that all are reported at once. */
public final class Checks {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern ADDRESS = Pattern.compile("[^\\s@<>,;\"]{1,64}@[A-Za-z0-9.-]{1,253}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");
    private static final Set<String> OWN_HEADERS = Set.of("content-type", "content-length", "host", "connection",
            "upgrade", "expect", "transfer-encoding", "user-agent", "webhook-id", "webhook-timestamp",
            "webhook-signature");
    private final List<ConfigProblem> problems = new ArrayList<>();

    void problem(String path, String found, String fix) {
        problems.add(ConfigProblem.of(path, found, fix));
    }

    /** The name stands in keys and metric labels. */
    void name(String name) {
        if (!NAME.matcher(name).matches()) {
            problem("name", "expected 1 to 64 letters, digits, dots, dashes or underscores, found '" + name + "'",
                    "name the receiver, such as billing-hook");
        }
    }

    void address(String path, String address) {
        if (!ADDRESS.matcher(address).matches()) {
            problem(path, "expected an e-mail address, found '" + address + "'", "write it as name@example.com");
        }
    }

    /** An address that holds a token: what is wrong is said, and the address is not. */
    void secretUrl(String path, Secret url) {
        if (!isAddress(url.reveal())) {
            problem(path, "expected an http or https URL with a host, and without user and fragment",
                    "copy it whole, such as https://host/path");
        }
    }

    /** Headers that are set beside our own. */
    void headers(Map<String, Secret> headers) {
        headers.forEach((header, value) -> {
            if (!HEADER.matcher(header).matches() || OWN_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                problem("headers." + header, "is no header that may be set here", "choose another name");
            } else if (value.reveal().chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
                problem("headers." + header, "has a character other than printable ASCII", "remove it");
            }
        });
    }

    List<ConfigProblem> found() {
        return List.copyOf(problems);
    }

    List<ConfigProblem> under(String path) {
        return problems.stream().map(problem -> problem.under(path)).toList();
    }

    private static boolean isAddress(String text) {
        try {
            URI url = URI.create(text);
            return url.getScheme() != null && url.getHost() != null && url.getUserInfo() == null
                    && url.getFragment() == null
                    && Set.of("http", "https").contains(url.getScheme().toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    void timeout(String path, Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(100)) < 0 || timeout.compareTo(Duration.ofMinutes(2)) > 0) {
            problem(path, "expected 100ms to 2m, found " + DurationText.format(timeout), "give one such as 15s");
        }
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }
}
