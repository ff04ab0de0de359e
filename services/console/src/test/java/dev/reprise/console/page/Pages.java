// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiServer;
import dev.reprise.console.browser.Chromium;
import dev.reprise.console.browser.Chromiums;
import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;

/** The pages in a real browser, over a read model that is filled by hand; one browser and one server for all tests. */
final class Pages implements AutoCloseable {

    private static final Path PICTURES = Path.of("target", "screenshots");

    private final Path directory;
    private final Chromium chromium;
    private final ApiServer server;

    private Pages(Path directory) {
        this.directory = directory;
        chromium = Chromiums.require(directory);
        server = new ApiServer(directory.resolve("read-model"));
        Night.fill(server);
    }

    /** Gives the pages to the constructor of a test. They are closed after the last class of the run. */
    static final class Shared implements BeforeAllCallback, ParameterResolver {

        @Override
        public void beforeAll(ExtensionContext context) {
            // Not when they are asked for: a machine without a browser passes the class over.
            of(context);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Pages.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return of(context);
        }

        private static Pages of(ExtensionContext context) {
            return context.getRoot().getStore(ExtensionContext.Namespace.create(Pages.class)).computeIfAbsent(
                    Pages.class, _ -> new Pages(temporary()), Pages.class);
        }

        private static Path temporary() {
            try {
                return Files.createTempDirectory("pages");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The server, with the data of {@link Night}: what a test adds, it adds under names of its own. */
    ApiServer server() {
        return server;
    }

    /** A tab of somebody who has not signed in. */
    Tab stranger() {
        return chromium.open();
    }

    /** A tab of a caller with one role. */
    Tab signedIn(Role role, String page) {
        return signedIn(server, role, page);
    }

    /** A tab of a caller with one role at another server. */
    Tab signedIn(ApiServer other, Role role, String page) {
        // As the form keeps it; the form itself has tests of its own, and each load of a page costs seconds.
        return chromium.open().first("sessionStorage.setItem('reprise.token', '" + ApiServer.token(role) + "')")
                .open(URI.create(other.uri() + page));
    }

    /** Where a picture is kept. */
    static Path picture(String name) {
        return PICTURES.resolve(name + ".png");
    }

    /** The rules of WCAG 2 A and AA, by axe. */
    static void assertAccessible(Tab tab) {
        if (!tab.evaluate("Boolean(window.axe)").asBoolean()) {
            tab.evaluate(axe());
        }
        JsonNode violations = tab.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa']})"
                + ".then((result) => result.violations.map((each) => each.id + ': '"
                + " + each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | ')))");
        assertThat(StreamSupport.stream(violations.spliterator(), false).map(JsonNode::asString)).isEmpty();
    }

    private static String axe() {
        try (InputStream stream = Objects.requireNonNull(Pages.class.getResourceAsStream("/axe.min.js"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8) + ";0";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        chromium.close();
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }
}
