// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * A cluster that is watched. Without {@code url} it is the cluster that this process runs in, with the token and the
 * certificate that Kubernetes puts into each pod.
 *
 * @param name the name of the source: the namespace of its jobs
 * @param url the address of the API server
 * @param tokenFile holds the token; read again for each request, as tokens are renewed
 * @param caFile holds the certificates that the API server is trusted by, as PEM; those of Java where absent
 * @param namespaces which are watched, at most 50; all where none is named
 * @param kinds {@code jobs} (default), {@code workflows}
 */
public record ClusterSetting(String name, Optional<String> url, Optional<String> tokenFile, Optional<String> caFile,
        List<String> namespaces, List<String> kinds) {

    /** Each is a connection that stays open. */
    private static final int MOST_NAMESPACES = 50;
    private static final String IN_CLUSTER = "https://kubernetes.default.svc";
    private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/";

    /**
     * Fills in the defaults for what is absent and checks the rest.
     *
     * @throws ConfigException with every problem
     */
    public ClusterSetting(String name, Optional<String> url, Optional<String> tokenFile, Optional<String> caFile,
            @Nullable List<String> namespaces, @Nullable List<String> kinds) {
        this.name = name;
        this.url = url;
        this.tokenFile = tokenFile;
        this.caFile = caFile;
        this.namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
        this.kinds = kinds == null || kinds.isEmpty() ? List.of(WatchedKind.JOBS.word()) : List.copyOf(kinds);
        List<ConfigProblem> problems = problems();
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** What is wrong with several of them together, under {@code kubernetes}. */
    public static List<ConfigProblem> problems(List<ClusterSetting> clusters) {
        List<ConfigProblem> problems = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int index = 0; index < clusters.size(); index++) {
            if (!names.add(clusters.get(index).name())) {
                problems.add(ConfigProblem.of("kubernetes." + index + ".name",
                        "'" + clusters.get(index).name() + "' is there twice", "give each cluster a name of its own"));
            }
        }
        return problems;
    }

    /** The address, without a slash at its end. */
    String address() {
        String text = url.orElse(IN_CLUSTER);
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /** Where the token is; nowhere for an address without one, such as a proxy on the same machine. */
    Optional<Path> token() {
        return tokenFile.or(() -> url.isPresent() ? Optional.empty() : Optional.of(ACCOUNT + "token")).map(Path::of);
    }

    Optional<Path> certificates() {
        return caFile.or(() -> url.isPresent() ? Optional.empty() : Optional.of(ACCOUNT + "ca.crt")).map(Path::of);
    }

    private List<ConfigProblem> problems() {
        List<ConfigProblem> problems = new ArrayList<>();
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,127}")) {
            problems.add(ConfigProblem.of("name", "'" + name + "' is no name of a source",
                    "use letters, digits, dots, dashes and underscores"));
        }
        url.filter(text -> !isSafe(text)).ifPresent(text -> problems.add(ConfigProblem.of("url",
                "expected an https address without user and query, or http to this machine, found '" + text + "'",
                "begin with https:// and a host")));
        if (namespaces.size() > MOST_NAMESPACES) {
            problems.add(ConfigProblem.of("namespaces", "expected at most " + MOST_NAMESPACES + ", found "
                    + namespaces.size(), "name none, so that all are watched at once"));
        }
        for (String namespace : namespaces) {
            if (!namespace.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
                problems.add(ConfigProblem.of("namespaces", "'" + namespace + "' is no namespace",
                        "use small letters, digits and dashes"));
            }
        }
        for (String kind : kinds) {
            if (WatchedKind.of(kind).isEmpty()) {
                problems.add(ConfigProblem.of("kinds", "'" + kind + "' is not watched", "use jobs, workflows"));
            }
        }
        return problems;
    }

    /** A token must not cross a network in clear text. */
    private static boolean isSafe(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null
                    && uri.getFragment() == null && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme())
                            && Set.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost()));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
