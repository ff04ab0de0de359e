// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts placeholders for what differs between instances of one trouble: {@code <time> <id> <hex> <host> <email> <part> <n>}.
 * One pass, in which the first alternative that fits a place wins; what has no digit is mostly left alone.
 */
final class Placeholders {
    /** What has a digit in its name and is the same everywhere. */
    private static final Set<String> NAMES = Set.of("s3", "s3a", "s3n", "utf8", "utf-8", "utf-16", "utf16", "latin1",
            "iso-8859-1", "log4j", "log4j2", "py4j", "python2", "python3", "int8", "int16", "int32", "int64", "uint8",
            "uint32", "uint64", "float32", "float64", "decimal128", "datetime64", "base64", "sha1", "sha256", "md5",
            "ipv4",
            "ipv6", "x509", "oauth2", "http2", "k8s", "h2", "db2", "ec2", "gen2", "hive2", "hiveserver2", "psycopg2",
            "boto3", "urllib3", "abfs2", "parquet2");
    /** What keeps the number after it. */
    private static final Set<String> KEEPS = Set.of("errno", "error", "err", "code", "errcode", "status", "http",
            "signal",
            "returned", "sqlstate");
    /** What may follow the letters of a variable part, besides digits. */
    private static final String GOES_ON = ".:/@-+%$";
    /** Endings of source files, whose lines look like a host with its port. */
    private static final Pattern SOURCE_LINE = Pattern
            .compile(".*\\.(?:java|scala|kt|py|pyx|sql|hql|sh|js|ts|go|rb|R|c|cc|cpp)"
                    + ":\\d+");
    private static final Pattern CLASS_NAME = Pattern.compile("(?:[a-z_][\\w]*\\.)+[A-Z][\\w$]*(?:\\.[A-Za-z_]\\w*)*|"
            + "[A-Z][a-zA-Z]*\\d{0,2}[a-zA-Z]*(?:Exception|Error|Failure)");
    /** The ending that Kubernetes gives to the names of pods: a hash and five characters, or those five alone. */
    private static final Pattern POD = Pattern
            .compile("(.*?[a-z0-9])-(?:[bcdfghjklmnpqrstvwxz2-9]{6,10}-[bcdfghjklmnpqrstvwxz2-9]{5}"
                    + "|(?=[a-z]*\\d)[bcdfghjklmnpqrstvwxz2-9]{5})");
    private static final Pattern DIGITS = Pattern.compile("\\d+(?:[.,]\\d+)*");
    private static final Pattern VARIABLE = Pattern.compile(String.join("|",
            "(?<keep><[a-z]{1,8}>"
                    + "|\\b(?:ORA|PLS|TNS|ODPS|SQL|KAFKA)-\\d{3,8}\\b"
                    + "|(?i:\\bSQLSTATE)[^\\w<]{0,3}[0-9A-Z]{5}\\b"
                    + "|(?i:\\b(?:errno|error|err|code|errcode|status|http|http/[12](?:\\.[01])?|signal|returned))\\b"
                    + "[^\\w<.]{0,3}-?\\d{1,5}\\b(?![.,]?\\d)"
                    + "|\\b[45]\\d\\d(?= (?:Client|Server|Too|Bad|Service|Gateway|Internal|Forbidden|Unauthori[sz]ed|Not)\\b))",
            "(?<uuid>\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b)",
            "(?<time>\\b\\d{4}[-/]\\d{2}[-/]\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?\\b"
                    + "|\\b\\d{2}/\\d{2}/\\d{2} \\d{2}:\\d{2}:\\d{2}\\b|\\b\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?\\b)",
            "(?<scheme>\\b[a-z][a-z0-9+.-]{1,15}://)(?<authority>[\\w.@:%~-]*+)(?<under>/[\\w./@=%+~-]*+)?",
            "(?<email>\\b[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+\\b)",
            "(?<path>(?<![\\w/>.])/[\\w./@=%+~-]*+)",
            "(?<host>\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?\\b"
                    + "|\\b[a-zA-Z][\\w-]*(?:\\.[\\w-]+)+:\\d{2,5}\\b"
                    + "|\\b[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*\\.(?:internal|local|lan|corp|com|net|org|cn|io)\\b(?!\\.?\\w)"
                    + "|\\b(?!(?i:line|code|error|errno|status|port|id|pid|tid)\\b)[a-zA-Z][\\w-]*:\\d{4,5}\\b)",
            "(?<hex>\\b0x[0-9a-fA-F]+\\b|\\b(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,64}\\b)",
            "(?<number>\\b\\d+(?:[.,]\\d+)+\\b)",
            "(?<token>[\\w$]++(?:[.$-][\\w$]++)*+)"));

    private Placeholders() {}

    static String in(String line) {
        StringBuilder general = new StringBuilder(line.length());
        Matcher variable = VARIABLE.matcher(line).useTransparentBounds(true);
        int at = 0;
        while (at < line.length()) {
            int plain = plainEnd(line, at);
            if (plain == at && variable.region(at, line.length()).lookingAt()) {
                general.append(general(variable));
                at = variable.end();
            } else {
                int end = Math.max(plain, at + 1);
                general.append(line, at, end);
                at = end;
            }
        }
        return general.toString();
    }

    /** Where what is certainly no variable part ends: most of a line is words, and the pattern costs far more than this. */
    private static int plainEnd(String line, int from) {
        char first = line.charAt(from);
        if (!letter(first)) {
            return first == '/' || first == '<' || first == '$' || digit(first) ? from : from + 1;
        }
        int end = from;
        while (end < line.length() && letter(line.charAt(end))) {
            end++;
        }
        boolean goesOn = end < line.length() && (digit(line.charAt(end)) || GOES_ON.indexOf(line.charAt(end)) >= 0);
        return goesOn || KEEPS.contains(line.substring(from, end).toLowerCase(Locale.ROOT)) ? from : end;
    }

    private static boolean letter(char character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z' || character == '_';
    }

    private static String general(Matcher match) {
        String text = match.group();
        if (match.group("keep") != null) {
            return text;
        }
        if (match.group("uuid") != null) {
            return "<id>";
        }
        if (match.group("time") != null) {
            return "<time>";
        }
        if (match.group("scheme") != null) {
            String under = match.group("under");
            return match.group("scheme") + authority(match.group("scheme"), match.group("authority"))
                    + (under == null ? "" : path(under));
        }
        if (match.group("email") != null) {
            return "<email>";
        }
        if (match.group("path") != null) {
            return path(text);
        }
        if (match.group("host") != null) {
            return SOURCE_LINE.matcher(text).matches() ? text.substring(0, text.lastIndexOf(':')) + ":<n>" : "<host>";
        }
        if (match.group("number") != null) {
            return "<n>";
        }
        return match.group("hex") != null ? "<hex>" : token(text);
    }

    /** A bucket tells troubles apart, a server does not. */
    private static String authority(String scheme, String authority) {
        boolean bucket = Set.of("s3://", "s3a://", "s3n://", "oss://", "gs://", "cosn://", "obs://").contains(scheme);
        return authority.isEmpty() || bucket ? authority : "<host>";
    }

    /** Partitions, files and working folders differ; the folders of a table do not. */
    private static String path(String path) {
        StringBuilder general = new StringBuilder();
        boolean scratch = path.startsWith("/tmp/") || path.startsWith("/var/tmp/");
        for (String segment : path.split("(?=/)")) {
            String name = segment.startsWith("/") ? segment.substring(1) : segment;
            int equals = name.indexOf('=');
            general.append(segment.startsWith("/") ? "/" : "");
            if (equals > 0 && equals < name.length() - 1) {
                general.append(DIGITS.matcher(name.substring(0, equals)).replaceAll("<n>")).append("=<part>");
            } else if (name.chars().anyMatch(Placeholders::digit)
                    || scratch && !name.isEmpty() && !name.equals("tmp") && !name.equals("var")) {
                general.append("<id>");
            } else {
                general.append(name);
            }
        }
        return general.toString();
    }

    private static String token(String token) {
        if (token.chars().noneMatch(Placeholders::digit) || NAMES.contains(token.toLowerCase(Locale.ROOT))
                || CLASS_NAME.matcher(token).matches()) {
            return token;
        }
        Matcher pod = POD.matcher(token);
        return DIGITS.matcher(pod.matches() ? pod.group(1) : token).replaceAll("<n>") + (pod.matches() ? "-<id>" : "");
    }

    private static boolean digit(int character) {
        return character >= '0' && character <= '9';
    }
}
