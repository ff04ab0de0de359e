// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Locale;
import java.util.Map;

/** What a person sees in the browser when a sign-in was refused: why, and where to begin again. */
final class SignInPage {

    static final String STYLE = "/auth/style.css";

    private static final String POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";
    private static final String CSS = """
            :root { color-scheme: light dark; }
            body { font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans", sans-serif; margin: 0;
              background: light-dark(#f7f7f9, #14151a); color: light-dark(#1c1e26, #e7e8ee); }
            main { max-width: 440px; margin: 14vh auto 0; padding: 0 24px; }
            h1 { font-size: 22px; line-height: 1.25; margin: 0 0 12px; } p { margin: 0 0 12px; overflow-wrap: anywhere; }
            .soft { color: light-dark(#5b6070, #a4a9b8); }
            a.main { display: inline-block; border-radius: 6px; padding: 8px 14px; margin: 8px 12px 0 0; font-weight: 600;
              background: #4f46e5; color: #fff; text-decoration: none; } a { color: inherit; }
            :focus-visible { outline: 2px solid light-dark(#4f46e5, #a5b4fc); outline-offset: 2px; }
            """;
    /** The refusals of this server; those that tell of a token are as the check words them. */
    private static final Map<String, String> CHINESE = Map.of(
            OidcSignIn.OTHER_PROVIDER, "应答来自另一个身份提供方。",
            OidcSignIn.NOT_BEGUN, "这个浏览器没有开始过登录，或者等得太久。",
            OidcSignIn.OTHER_SIGN_IN, "应答属于另一次登录。",
            OidcSignIn.NOT_SIGNED_IN, "身份提供方没有让你登录。",
            OidcSignIn.UNAVAILABLE, "身份提供方暂时无法使用。");

    private SignInPage() {}

    static Response style() {
        return Response.text(200, "text/css", CSS).with("Cache-Control", "public, max-age=3600");
    }

    /** Whether it is a browser that shows pages, and no program, which is told as programs are. */
    static boolean isWanted(Request request) {
        return request.header("Accept").filter(accept -> accept.contains("text/html")).isPresent();
    }

    static Response of(Request request, Problem problem) {
        boolean chinese = request.header("Accept-Language")
                .filter(each -> each.toLowerCase(Locale.ROOT).startsWith("zh"))
                .isPresent();
        String detail = chinese ? CHINESE.getOrDefault(problem.detail(), problem.detail()) : sentence(problem.detail());
        String html = """
                <!doctype html>
                <html lang="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s · Reprise</title><link rel="icon" href="data:,"><link rel="stylesheet" href="%s"></head>
                <body><main><h1>%s</h1><p role="alert">%s</p><p class="soft">%s</p>
                <p><a class="main" href="/auth/sign-in">%s</a> <a href="/">Reprise</a></p></main></body></html>
                """
                .formatted(chinese ? "zh-CN" : "en", title(chinese), STYLE, title(chinese), escaped(detail),
                        chinese ? "没有任何更改。你可以重新登录。" : "Nothing was changed. You can begin again.",
                        chinese ? "重新登录" : "Sign in again");
        return Response.text(problem.status(), "text/html", html).with("Content-Security-Policy",
                POLICY + "; img-src data:");
    }

    private static String title(boolean chinese) {
        return chinese ? "没有登录成功" : "You are not signed in";
    }

    private static String sentence(String detail) {
        return detail.isEmpty() ? "" : detail.substring(0, 1).toUpperCase(Locale.ROOT) + detail.substring(1) + ".";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
