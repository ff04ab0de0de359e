// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.EventStreamHandler;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.RouteHandler;
import dev.reprise.runtime.http.RouteRegistry;

/**
 * Refuses query parameters that the contract does not name for a route: a filter that is misspelt would otherwise show
 * everything, and a write would go without what its sender meant to say.
 */
public final class StrictRoutes implements HttpRoutes {

    private final HttpRoutes inner;
    private final Map<String, Set<String>> declared;

    /** Wraps routes; those that the contract does not know, such as pages, are left alone. */
    public StrictRoutes(HttpRoutes inner) {
        this.inner = inner;
        this.declared = declared(new YAMLMapper().readTree(ContractRoutes.document()));
    }

    @Override
    public void register(RouteRegistry registry) {
        inner.register(new Checked(registry, declared));
    }

    /** By method and path, as routes write it. */
    private static Map<String, Set<String>> declared(JsonNode contract) {
        Map<String, Set<String>> declared = new HashMap<>();
        contract.path("paths").properties().forEach(path -> {
            for (Method method : Method.values()) {
                JsonNode operation = path.getValue().path(method.name().toLowerCase(Locale.ROOT));
                if (operation.isObject()) {
                    Set<String> names = new TreeSet<>();
                    Stream.of(path.getValue(), operation).flatMap(each -> elements(each.path("parameters")))
                            .map(each -> each.has("$ref")
                                    ? contract.at(each.path("$ref").asString().substring(1))
                                    : each)
                            .filter(each -> each.path("in").asString().equals("query"))
                            .forEach(each -> names.add(each.path("name").asString()));
                    declared.put(key(method, path.getKey()), names);
                }
            }
        });
        return declared;
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static String key(Method method, String path) {
        return method + " " + path.replace('<', '{').replace('>', '}');
    }

    private record Checked(RouteRegistry inner, Map<String, Set<String>> declared) implements RouteRegistry {

        @Override
        public void route(Method method, String path, Access access, RouteHandler handler) {
            inner.route(method, path, access, checked(method, path, handler));
        }

        @Override
        public void scoped(Method method, String path, Access access, RouteHandler handler) {
            inner.scoped(method, path, access, checked(method, path, handler));
        }

        private RouteHandler checked(Method method, String path, RouteHandler handler) {
            Set<String> names = declared.get(key(method, path));
            if (names == null) {
                return handler;
            }
            return request -> {
                for (String name : request.queryNames()) {
                    if (!names.contains(name)) {
                        throw ProblemException.badField(name, "is no parameter of this route",
                                names.isEmpty()
                                        ? "leave it out: there is none"
                                        : "write one of " + String.join(", ", names) + ", or leave it out");
                    }
                }
                return handler.handle(request);
            };
        }

        @Override
        public void events(String path, Access access, EventStreamHandler handler) {
            inner.events(path, access, handler);
        }

        @Override
        public void resources(String path, Access access, Class<?> anchor, String folder) {
            inner.resources(path, access, anchor, folder);
        }
    }
}
