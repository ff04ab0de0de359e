// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.redact;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Replaces what looks like a secret in an error message, a stack trace, a URL or a statement by stars. It goes by form, so
 * it errs on the side of hiding too much; the untouched text stays in the raw topic only.
 */
public final class Redaction {

    private static final String HIDDEN = "***";
    private static final String NAME = "pass(?:word|wd|phrase)?|pwd|secret|token|api[._-]?key|access[._-]?key(?:[._-]?id)?"
            + "|secret[._-]?(?:access[._-]?)?key|private[._-]?key|account[._-]?key|credentials?|signature|sig|sas";
    /** Letters before the name are allowed ({@code dbPassword}), but only a bounded number, so that matching stays linear. */
    private static final String FIELD = "(?<![A-Za-z0-9])[A-Za-z0-9_.-]{0,64}?(?:" + NAME + ")[A-Za-z0-9_-]{0,16}";

    private static final List<Rule> RULES = List.of(
            rule("-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\\z)", HIDDEN),
            // user and password in front of a host
            rule("(\\b[A-Za-z][A-Za-z0-9+.:-]{0,40}//)[^\\s/@'\"?#]{1,512}@", "$1" + HIDDEN + "@"),
            rule("\\b(authorization[\"']?\\s{0,4}[:=]\\s{0,4}[\"']?)(?:[A-Za-z]{1,20}\\s{1,4})?[^\\s\"',;]{1,4096}",
                    "$1" + HIDDEN),
            rule("\\b(bearer|basic)(\\s{1,4})[A-Za-z0-9+/._~=-]{8,4096}", "$1$2" + HIDDEN),
            rule("\\b(identified\\s{1,4}by\\s{1,4}(?:password\\s{1,4})?)('[^']{0,512}'|\"[^\"]{0,512}\"|\\S{1,512})",
                    "$1" + HIDDEN),
            // name = value, name: value, "name": "value", name 'value'; the value in quotes or up to a separator
            rule("(" + FIELD + "(?:[\"']?\\s{0,4}(?:=>|[:=])\\s{0,4}|\\s{1,4}(?=['\"])))"
                    + "(\"(?:[^\"\\\\]|\\\\.){0,4096}+\"|'[^']{0,4096}+'|[^\\s\"'&;,)}\\]]{1,4096})", "$1" + HIDDEN),
            rule("\\beyJ[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{4,4096}(?:\\.[A-Za-z0-9_-]{0,4096})?", HIDDEN),
            rule("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b", HIDDEN),
            rule("\\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|xox[abprs]-[A-Za-z0-9-]{10,255}|glpat-[A-Za-z0-9_-]{20,255})",
                    HIDDEN));

    private record Rule(Pattern pattern, String replacement) {}

    private Redaction() {}

    /** The text without what looks like a secret; applying it twice changes nothing more. */
    public static String of(String text) {
        String result = text;
        for (Rule rule : RULES) {
            result = rule.pattern().matcher(result).replaceAll(rule.replacement());
        }
        return result;
    }

    private static Rule rule(String pattern, String replacement) {
        return new Rule(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL), replacement);
    }
}
