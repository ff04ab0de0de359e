// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A request as Javalin sees it. */
final class JavalinRequest implements Request {

    private final Context context;
    private final Gate.Route route;
    private final Principal principal;
    private final String address;
    private final HttpConfig config;
    private byte @Nullable [] body;

    JavalinRequest(Context context, Gate.Route route, Principal principal, String address, HttpConfig config) {
        this.context = context;
        this.route = route;
        this.principal = principal;
        this.address = address;
        this.config = config;
    }

    @Override
    public Method method() {
        return route.method();
    }

    @Override
    public String path() {
        return context.path();
    }

    @Override
    public String pathParameter(String name) {
        return context.pathParam(name);
    }

    @Override
    public Optional<String> query(String name) {
        return Optional.ofNullable(context.queryParam(name));
    }

    @Override
    public List<String> queries(String name) {
        return context.queryParams(name);
    }

    @Override
    public Set<String> queryNames() {
        return context.queryParamMap().keySet();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name));
    }

    @Override
    public Map<String, String> headers(String prefix) {
        Map<String, String> result = new TreeMap<>();
        context.headerMap().forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith(prefix)) {
                result.put(lower, value);
            }
        });
        return result;
    }

    @Override
    public byte[] body() {
        if (body == null) {
            body = BodyReader.read(context.req(), config.maxBody(), config.maxDecompressedBody());
        }
        return body;
    }

    @Override
    public JsonNode json() {
        return JsonText.tree(body());
    }

    @Override
    public <T> T json(Class<T> type) {
        return JsonText.read(body(), type);
    }

    @Override
    public Principal principal() {
        return principal;
    }

    @Override
    public String remoteAddress() {
        return address;
    }

    @Override
    public void requireScope(Scope.Place place) {
        Role needed = needed();
        if (!principal.may(needed, place)) {
            throw Gate.outOfScope(principal, needed, place.toString());
        }
    }

    @Override
    public void requireUnlimited(String what) {
        Role needed = needed();
        if (!principal.mayEverywhere(needed)) {
            throw Gate.outOfScope(principal, needed, what);
        }
    }

    private Role needed() {
        return route.access().role(config.loopbackOnly()).orElse(Role.VIEWER);
    }
}
