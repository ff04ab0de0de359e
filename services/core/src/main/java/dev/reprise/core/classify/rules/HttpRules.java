// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.UPSTREAM;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Answers of HTTP servers, in the words of clients and of cloud interfaces. */
final class HttpRules {
    private HttpRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("http.too-many-requests", PLATFORM).afterSeconds(120).onStatus(429, "429 Too Many Requests",
                        "429 Client Error", "TooManyRequestsException", "ThrottlingException", "Rate exceeded",
                        "RequestLimitExceeded", "rateLimitExceeded", "ProvisionedThroughputExceededException"),
                passing("http.unavailable", PLATFORM).afterSeconds(60).onStatus(503,
                        "503 Service (?:Temporarily )?Unavailable", "503 Server Error", "ServiceUnavailable: 503"),
                passing("http.bad-gateway", PLATFORM).afterSeconds(60).onStatus(502, "502 Bad Gateway",
                        "502 Server Error"),
                passing("http.gateway-timeout", PLATFORM).afterSeconds(60).onStatus(504, "504 Gateway Time-?out",
                        "504 Server Error"),
                passing("http.server-error", PLATFORM).afterSeconds(60).onStatus(500, "500 Internal Server Error",
                        "500 Server Error"),
                passing("http.unauthorised", PERMISSION).onStatus(401, "401 Unauthorized", "401 Client Error"),
                lasting("http.forbidden", PERMISSION).onStatus(403, "403 Forbidden", "403 Client Error"),
                passing("http.not-found", UPSTREAM).afterSeconds(300).onStatus(404, "404 Not Found",
                        "404 Client Error"),
                lasting("http.bad-request", USER_CODE).onStatus(400, "400 Bad Request", "400 Client Error"));
    }
}
