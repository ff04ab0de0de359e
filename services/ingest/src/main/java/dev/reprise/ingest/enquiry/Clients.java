// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.Secret;

/** Who is asked, by the name of the installation. */
final class Clients {

    private static final String AWS = "aws";
    private final Map<String, SourceClient> clients = new HashMap<>();

    Clients(List<SourceSetting> sources, InstantSource clock, Consumer<AutoCloseable> owned) {
        for (SourceSetting source : sources) {
            Calls calls = new Calls(source.patience());
            owned.accept(calls);
            client(source, calls, clock).ifPresent(client -> clients.put(source.name(), client));
        }
    }

    Optional<SourceClient> of(String source) {
        return Optional.ofNullable(clients.get(source));
    }

    private static Optional<SourceClient> client(SourceSetting source, Calls calls, InstantSource clock) {
        if (source.format().equals(AWS)) {
            return source.accessKey().flatMap(key -> source.secret().flatMap(secret -> source.region()
                    .map(region -> new AwsClient(calls, source, region, key, secret, clock))));
        }
        String url = source.url().orElse("");
        String token = source.token().map(Secret::reveal).orElse("");
        if (url.isEmpty()) {
            return Optional.empty();
        }
        return switch (source.format()) {
            case "dolphinscheduler" -> Optional.of(new DolphinSchedulerClient(calls, url, token));
            case "databricks" -> Optional.of(new DatabricksClient(calls, url, token));
            case "dataworks" -> source.accessKey().flatMap(key -> source.secret()
                    .map(secret -> new DataWorksClient(calls, URI.create(url), key, secret, clock)));
            default -> Optional.empty();
        };
    }

    /** What a configured installation lacks so that it can be asked. */
    static Optional<ConfigProblem> lacking(SourceSetting source) {
        boolean byToken = source.format().equals("dolphinscheduler") || source.format().equals("databricks");
        boolean asked = byToken || source.format().equals("dataworks");
        if (asked && source.url().isEmpty()) {
            return Optional.of(ConfigProblem.of("url", "is missing, and " + source.format() + " has to be asked",
                    "give the address of its API"));
        }
        if (byToken && source.token().isEmpty()) {
            return Optional.of(ConfigProblem.of("token", "is missing", "give a token of a user who may read"));
        }
        if (source.format().equals("dataworks") && source.accessKey().isEmpty()) {
            return Optional.of(ConfigProblem.of("access-key", "is missing",
                    "give access-key and secret of a user who may read task instances"));
        }
        if (source.format().equals(AWS) && source.region().isPresent() != source.accessKey().isPresent()) {
            return Optional.of(ConfigProblem.of(source.region().isPresent() ? "access-key" : "region", "is missing",
                    "give region, access-key and secret of a user who may read runs, or none of them"));
        }
        if (!source.format().equals(AWS) && source.region().isPresent()) {
            return Optional.of(ConfigProblem.of("region", "is for the format aws only", "leave it out"));
        }
        return Optional.empty();
    }
}
