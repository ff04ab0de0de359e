// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.http.Context;

/** Writes a {@link Response} out. */
final class Answers {

    private Answers() {}

    static void send(Context context, Response response) {
        context.status(response.status());
        // Defaults first, so that a page may loosen what an API answer should not.
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Referrer-Policy", "no-referrer");
        context.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        context.header("Cache-Control", "no-store");
        if (context.req().isSecure()) {
            context.header("Strict-Transport-Security", "max-age=31536000");
        }
        response.headers().forEach(context::header);
        response.cookies().forEach(cookie -> context.res().addHeader("Set-Cookie", cookie));
        switch (response.body()) {
            case Response.Body.Empty() -> {}
            case Response.Body.Bytes(String type, byte[] content) -> context.contentType(type).result(content);
            case Response.Body.Json(String type, Object value) ->
                context.contentType(type).result(JsonText.write(value));
        }
    }
}
