// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Why a request was not done, in the form of RFC 9457 with two members of our own.
 *
 * @param type a URI that names the kind of problem, {@code about:blank} where the status says it all
 * @param title the kind in a few words, the same each time
 * @param status HTTP status
 * @param detail what was expected and what was found, this time
 * @param field the field, parameter or header at fault, in dotted form
 * @param fix what to do about it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Problem(String type, String title, int status, String detail, Optional<String> field,
        Optional<String> fix) {

    /** A problem whose status says what kind it is. */
    public static Problem of(int status, String detail) {
        return new Problem("about:blank", title(status), status, detail, Optional.empty(), Optional.empty());
    }

    /** The same problem of a kind of its own, such as {@code urn:reprise:stale-revision}. */
    public Problem as(String newType, String newTitle) {
        return new Problem(newType, newTitle, status, detail, field, fix);
    }

    /** The same problem, naming what is at fault. */
    public Problem in(String newField) {
        return new Problem(type, title, status, detail, Optional.of(newField), fix);
    }

    /** The same problem, saying what to do about it. */
    public Problem fixedBy(String newFix) {
        return new Problem(type, title, status, detail, field, Optional.of(newFix));
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Not authenticated";
            case 403 -> "Not allowed";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 406 -> "Not acceptable";
            case 409 -> "Conflict";
            case 412 -> "Precondition failed";
            case 413 -> "Too large";
            case 415 -> "Unsupported media type";
            case 421 -> "Misdirected request";
            case 422 -> "Unusable content";
            case 429 -> "Too many requests";
            case 503 -> "Not available";
            default -> status >= 500 ? "Internal error" : "Request failed";
        };
    }
}
