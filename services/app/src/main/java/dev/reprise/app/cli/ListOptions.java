// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.client.Pages;
import dev.reprise.app.client.Pages.Listing;
import dev.reprise.app.output.Table;
import dev.reprise.runtime.lifecycle.ExitCode;

/** The options of every command that prints a list from the server. */
final class ListOptions {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--limit", paramLabel = "N", description = "Most items, from 1 (default: ${DEFAULT-VALUE}).")
    private int limit = 200;

    /** In which form to print. */
    OutputOption output() {
        return output;
    }

    /** Reads the list, prints it, and says so where some of it was left out. */
    int print(Query query, Surroundings surroundings, Function<List<JsonNode>, Table> table) {
        if (limit < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--limit: expected 1 or more, found " + limit);
        }
        Pages pages = new Pages(new ApiClient(server.address(surroundings), TIMEOUT));
        Listing listing = pages.read(query.text(), limit);
        output.print(listing.items(), table.apply(listing.items()), surroundings.out());
        listing.incomplete().ifPresent(surroundings::warn);
        if (listing.more()) {
            surroundings.warn("only the first " + limit + " are shown; raise --limit for more");
        }
        return ExitCode.OK.value();
    }
}
