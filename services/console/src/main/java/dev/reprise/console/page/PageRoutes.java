// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;

/**
 * The addresses of the pages. All of them answer with one document, whose script shows what the address names. They are
 * open to anyone who can connect, as they hold nothing but the program; what they show is asked of the API, by a caller
 * who says who it is.
 */
public final class PageRoutes implements HttpRoutes {

    /** Every address that shows a page; each is a deep link. */
    static final List<String> PAGES = List.of("/", "/grid", "/instances", "/instances/<key>", "/approvals", "/alerts",
            "/deliveries", "/silences", "/subscriptions", "/storms", "/jobs", "/jobs/<key>", "/controls", "/audit",
            "/dead-letters", "/system");
    /** Scripts and styles from here alone, nothing inline, no frames, no forms that leave. */
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Assets assets = new Assets();
    private final byte[] document = Assets.text("index.html").replace("{{version}}", assets.version())
            .getBytes(StandardCharsets.UTF_8);

    @Override
    public void register(RouteRegistry routes) {
        PAGES.forEach(page -> routes.get(page, Access.OPEN, this::page));
        routes.get("/assets/{version}/{file}", Access.OPEN, this::asset);
    }

    private Response page(Request request) {
        String tag = "\"" + assets.version() + "\"";
        Response answer = request.header("If-None-Match").filter(tag::equals).isPresent()
                ? Response.empty(304)
                : Response.bytes(200, "text/html; charset=utf-8", document);
        return answer.with("ETag", tag).with("Cache-Control", "no-cache").with("Content-Security-Policy", POLICY);
    }

    private Response asset(Request request) {
        String file = request.pathParameter("file");
        if (!request.pathParameter("version").equals(assets.version())) {
            throw ProblemException.notFound("this server has another version of " + file + "; load the page again");
        }
        return assets.answer(file).orElseThrow(() -> ProblemException.notFound("there is no file " + file));
    }
}
