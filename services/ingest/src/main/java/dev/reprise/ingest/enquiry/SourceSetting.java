// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.Secret;

/**
 * One installation of a scheduler.
 *
 * @param name its name: the namespace of its jobs, and {@code ?source=} of its route
 * @param format the name of the format it sends
 * @param url where its API is, where it has to be asked; of AWS in place of the endpoints of the region
 * @param region the region of AWS
 * @param token the token of its API; of AWS the one of a session
 * @param accessKey the id of the access key, where requests are signed
 * @param secret the secret of the access key
 * @param zone the time zone of its clocks, where it writes times without one
 * @param timeout how long one question may take, 1 s to 60 s (default 10s)
 */
public record SourceSetting(String name, String format, Optional<String> url, Optional<String> region,
        Optional<Secret> token, Optional<String> accessKey, Optional<Secret> secret, Optional<String> zone,
        Optional<Duration> timeout) {

    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /**
     * Checks what is there.
     *
     * @throws ConfigException with every problem
     */
    public SourceSetting {
        List<ConfigProblem> problems = new ArrayList<>();
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,127}")) {
            problems.add(ConfigProblem.of("name", "'" + name + "' is no name of a source",
                    "use letters, digits, dots, dashes and underscores"));
        }
        if (format.isBlank()) {
            problems.add(ConfigProblem.of("format", "is empty", "give the name of what it sends, such as airflow"));
        }
        url.filter(text -> !isHttp(text)).ifPresent(text -> problems.add(ConfigProblem.of("url",
                "expected an absolute http or https address, found '" + text + "'", "begin with https:// and a host")));
        region.filter(text -> !text.matches("[a-z]{2}(-[a-z]+)+-[0-9]{1,2}"))
                .ifPresent(text -> problems.add(ConfigProblem
                        .of("region", "'" + text + "' is no region of AWS", "give one such as eu-central-1")));
        zone.filter(text -> !isZone(text)).ifPresent(text -> problems.add(ConfigProblem.of("zone",
                "'" + text + "' is no time zone", "give one such as Asia/Shanghai")));
        timeout.filter(time -> time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0)
                .ifPresent(time -> problems.add(ConfigProblem.of("timeout", "expected 1s to 60s, found " + time,
                        "choose a duration in between")));
        if (accessKey.isPresent() != secret.isPresent()) {
            problems.add(ConfigProblem.of(accessKey.isPresent() ? "secret" : "access-key",
                    "access-key and secret stand only together", "set both, or neither"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** How long one question may take. */
    public Duration patience() {
        return timeout.orElse(USUAL_TIMEOUT);
    }

    private static boolean isHttp(String text) {
        try {
            URI uri = URI.create(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null
                    && uri.getUserInfo() == null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isZone(String text) {
        try {
            ZoneId.of(text);
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }
}
