// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;

/** Serves the OpenAPI document of the API, to anyone: it holds nothing that the project does not publish. */
public final class ContractRoutes implements HttpRoutes {

    private static final String TYPE = "application/yaml";

    @Override
    public void register(RouteRegistry routes) {
        byte[] document = document();
        routes.get("/api/v1/openapi.yaml", Access.OPEN, request -> Response.bytes(200, TYPE, document));
    }

    /** The OpenAPI document. */
    static byte[] document() {
        try (InputStream stream = ContractRoutes.class.getResourceAsStream("openapi.yaml")) {
            if (stream == null) {
                throw new IllegalStateException("openapi.yaml is missing from the class path");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
