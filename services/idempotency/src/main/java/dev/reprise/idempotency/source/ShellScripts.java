// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Lines;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.source.ShellWords.Command;
import dev.reprise.idempotency.source.ShellWords.Word;

/**
 * Shell scripts around command line clients: the SQL they pass on is analysed, parameters that come from the host's clock
 * are followed. Any command whose effect is not certain makes the answer unknown, with its place.
 */
public final class ShellScripts {
    private static final Pattern SHELL = Pattern.compile(
            "(?s)\\A(\\s*(#[^\\n]*)?\\n)*\\s*([A-Za-z_]\\w*=[^=\\s][^\\n]*|export\\s+\\w+=|(hive|beeline|spark-sql|odpscmd|psql|mysql|"
                    + "sqoop|presto|trino|impala-shell|clickhouse-client|sqlite3|set\\s+-[eux]+)\\b[^;\\n]*\\s-|source\\s+/).*");
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_]\\w*)=(.*)", Pattern.DOTALL);
    private static final Pattern CLOCK = Pattern.compile("(?:\\$\\(|`)\\s*date\\b([^`)]*)");
    private static final Set<String> HARMLESS = Set.of("echo", "printf", "set", "export", "cd", "exit", "source", ".",
            "true", "false", ":", "sleep", "shift", "unset",
            "return", "pwd", "local", "readonly", "kinit", "test", "[", "[[", "date", "hostname", "whoami", "ulimit",
            "trap", "wait", "read", "let", "declare", "typeset",
            "umask", "logger", "tee", "grep", "cat", "ls", "wc", "head", "tail", "awk", "sed", "basename", "dirname",
            "sort", "uniq", "chmod", "mkdir");
    /** A file that is written for people to read. */
    private static final Pattern LOG = Pattern.compile("(?i)log|/dev/|err|\\.out\\b|trace|history|audit");
    private static final Pattern SUBSTITUTION = Pattern
            .compile("(?s)\\$\\(([^()]*(?:\\([^()]*\\)[^()]*)*)\\)|`([^`]*)`");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?\\s*;?");
    private static final Set<String> CONTROL = Set.of("if", "for", "while", "until", "case", "select", "function");

    private final Lines lines;
    private final List<Analysis> parts = new ArrayList<>();
    private final Set<String> hostClock = new HashSet<>();
    private final Map<String, Word> texts = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    private final StringBuilder pending = new StringBuilder();
    private Optional<SqlSession> session = Optional.empty();
    private int sessionEnd;
    private int conditional;

    private ShellScripts(Lines lines) {
        this.lines = lines;
    }

    /**
     * @param text any text
     * @return whether it looks like a shell script
     */
    public static boolean recognises(String text) {
        return text.startsWith("#!")
                ? text.lines().findFirst().filter(line -> line.matches(".*\\b(ba|z|k|da)?sh\\b.*")).isPresent()
                : SHELL.matcher(text.substring(0, Math.min(text.length(), 4000))).matches();
    }

    /**
     * @param text a shell script
     * @return the answer
     */
    public static List<JobAnalysis> analyse(String text) {
        ShellScripts reader = new ShellScripts(new Lines(text));
        ShellWords.commands(text).forEach(reader::command);
        if (reader.parts.isEmpty()) {
            return List.of(JobAnalysis.of(Analyses.unknown(Rule.OPAQUE, Place.START,
                    "no command in the script is one whose effect is known")));
        }
        return List.of(JobAnalysis.of(Analyses.sequence(reader.parts)));
    }

    private Place place(int offset) {
        return new Place(lines.line(offset), lines.column(offset));
    }

    private void command(Command command) {
        List<Word> words = new ArrayList<>(command.words());
        words.stream().filter(word -> !word.literal()).forEach(word -> substituted(command, word.text()));
        while (!words.isEmpty() && ASSIGNMENT.matcher(words.getFirst().text()).matches()
                && !words.getFirst().quoted()) {
            assign(words.removeFirst());
        }
        if (words.isEmpty()) {
            return;
        }
        String name = words.getFirst().text();
        if (name.equals("export") || name.equals("local") || name.equals("readonly") || name.equals("declare")) {
            words.stream().skip(1).forEach(this::assign);
            return;
        }
        if (CONTROL.contains(name)) {
            conditional++;
            return;
        }
        if (Set.of("fi", "done", "esac", "}").contains(name)) {
            conditional = Math.max(0, conditional - 1);
            return;
        }
        if (Set.of("then", "else", "elif", "do", "{", "!", "time", "nohup", "sudo", "exec", "eval").contains(name)) {
            boolean runs = name.equals("eval");
            if (words.size() > 1) {
                command(new Command(words.subList(1, words.size()), command.input(), command.inputStart(),
                        command.start(), command.follows(), command.added()));
            }
            if (runs) {
                unknown(command, "eval runs what it puts together");
            }
            return;
        }
        run(command, words, program(name));
        if (!command.added().isEmpty() && !LOG.matcher(command.added()).find()) {
            certain(command, Analyses.single(Rule.EXTERNAL_PATH, place(command.start()), command.added(),
                    "adds its output to " + command.added() + ": a second run adds it again", Safety.UNSAFE,
                    Safety.UNSAFE, Optional.of(false)));
        }
    }

    private void run(Command command, List<Word> words, String name) {
        Optional<Client> client = Client.named(name);
        if (client.isPresent()) {
            sql(command, words, client.get());
        } else if (name.equals("sqoop")) {
            certain(command,
                    Sqoop.analyse(words.stream().skip(1).map(Word::text).toList(), place(command.start()), hostClock,
                            removed));
        } else if (name.equals("hdfs") || name.equals("hadoop")) {
            files(command, words);
        } else if (name.equals("rm")
                && words.stream().anyMatch(word -> word.text().startsWith("-") && word.text().contains("f"))) {
            return; // a forced delete of local files ends the same each time
        } else if (Set.of("sed", "tee").contains(name) && words.stream().skip(1).map(Word::text)
                .anyMatch(word -> word.matches("-[a-zA-Z]*i.*|--in-place.*|-a|--append"))) {
            unknown(command, "'" + name + "' changes a file in place");
        } else if (name.equals("mkdir") && words.stream().noneMatch(word -> word.text().equals("-p"))) {
            unknown(command, "mkdir fails when the folder is there: use mkdir -p");
        } else if (!HARMLESS.contains(name) && !name.endsWith("()") && !name.startsWith("(")) {
            unknown(command, "what '" + name + "' does is not visible here");
        } else if (command.follows().equals("|") || name.equals("cat") || name.equals("echo")) {
            piped(command, words, name);
        }
    }

    /** echo "sql" | client: kept until the client reads it. */
    private void piped(Command command, List<Word> words, String name) {
        pending.setLength(0);
        if (name.equals("echo") && words.size() > 1 && command.input().isEmpty()) {
            pending.append(words.getLast().text());
        } else if (name.equals("cat") && !command.input().isEmpty()) {
            pending.append(command.input());
        }
    }

    private void assign(Word word) {
        Matcher assignment = ASSIGNMENT.matcher(word.text());
        if (!assignment.matches()) {
            return;
        }
        String name = assignment.group(1);
        if (clock(assignment.group(2))) {
            hostClock.add(name);
        }
        boolean certain = conditional == 0 && !assignment.group(2).matches("(?s).*(\\$\\(|`).*");
        if (certain) {
            // A quote behind the equals sign is where the text begins.
            int start = word.start() > word.from() ? word.start() : word.from() + name.length() + 1;
            texts.put(name, new Word(assignment.group(2), start, false, start));
        } else {
            texts.remove(name);
        }
    }

    /** Clients that run inside of a word: n=$(mysql -e "..."). */
    private void substituted(Command command, String word) {
        Matcher inner = SUBSTITUTION.matcher(word);
        while (inner.find()) {
            String script = inner.group(1) == null ? inner.group(2) : inner.group(1);
            for (Command each : ShellWords.commands(script)) {
                boolean known = Client.named(program(each.name())).isPresent() || each.name().equals("sqoop");
                if (known) {
                    command(new Command(each.words(), each.input(), command.start(), command.start(), each.follows(),
                            each.added()));
                }
            }
        }
    }

    private static String program(String name) {
        return name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    }

    /** A call of date, unless it starts from a given day; or a parameter that comes from one. */
    private boolean clock(String value) {
        Matcher matcher = CLOCK.matcher(value);
        while (matcher.find()) {
            Matcher given = Pattern.compile("(?:-d|--date)[= ]*['\"]?[^'\"]*(\\$\\{?(\\w+))").matcher(matcher.group(1));
            if (!given.find() || hostClock.contains(given.group(2))) {
                return true;
            }
        }
        return hostClock.stream().anyMatch(name -> value.matches("(?s).*\\$\\{?" + Pattern.quote(name) + "\\b.*"));
    }

    private void certain(Command command, Analysis analysis) {
        if (conditional > 0 || command.follows().equals("||")) {
            unknown(command, "runs under a condition or in a loop");
        } else {
            parts.add(analysis);
        }
    }

    private void unknown(Command command, String reason) {
        parts.add(Analyses.unknown(Rule.OPAQUE, place(command.start()), reason));
    }

    // ---- clients

    private record Client(Dialect dialect, Set<String> sqlOptions, Set<String> fileOptions) {
        static Optional<Client> named(String name) {
            return Optional.ofNullable(switch (name) {
                case "hive", "beeline" -> new Client(Dialect.HIVE, Set.of("-e"), Set.of("-f"));
                case "spark-sql" -> new Client(Dialect.SPARK, Set.of("-e"), Set.of("-f"));
                case "odpscmd" -> new Client(Dialect.ODPS, Set.of("-e"), Set.of("-f"));
                case "impala-shell" -> new Client(Dialect.HIVE, Set.of("-q", "--query"), Set.of("-f"));
                case "mysql", "mariadb" -> new Client(Dialect.MYSQL, Set.of("-e", "--execute"), Set.of());
                case "psql" -> new Client(Dialect.POSTGRES, Set.of("-c", "--command"), Set.of("-f", "--file"));
                case "presto", "trino", "presto-cli", "trino-cli" ->
                    new Client(Dialect.TRINO, Set.of("--execute"), Set.of("-f", "--file"));
                case "clickhouse-client" ->
                    new Client(Dialect.CLICKHOUSE, Set.of("-q", "--query"), Set.of("--queries-file"));
                case "snowsql" -> new Client(Dialect.SNOWFLAKE, Set.of("-q", "--query"), Set.of("-f"));
                case "sqlplus" -> new Client(Dialect.ORACLE, Set.of(), Set.of());
                case "sqlite3" -> new Client(Dialect.SQLITE, Set.of(), Set.of());
                default -> null;
            });
        }
    }

    private void sql(Command command, List<Word> words, Client client) {
        boolean found = false;
        Set<String> clocks = new HashSet<>(hostClock);
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i).text();
            Optional<String> joined = client.sqlOptions().stream()
                    .filter(option -> option.startsWith("--") && word.startsWith(option + "=")).findFirst();
            Optional<String> attached = client.sqlOptions().stream()
                    .filter(option -> option.equals("-e") && word.startsWith("-e") && word.length() > 2).findFirst();
            boolean define = Set
                    .of("-hivevar", "--hivevar", "-hiveconf", "--hiveconf", "-d", "--define", "-v", "--variable")
                    .contains(word);
            if (define && i + 1 < words.size()) {
                Matcher assignment = ASSIGNMENT.matcher(words.get(i + 1).text());
                if (assignment.matches() && clock(assignment.group(2))) {
                    clocks.add(assignment.group(1));
                }
            } else if (client.sqlOptions().contains(word) && i + 1 < words.size()) {
                analysed(command, words.get(++i).text(), words.get(i).start(), client, clocks);
                found = true;
            } else if (joined.isPresent() || attached.isPresent()) {
                String option = joined.map(o -> o + "=").orElse("-e");
                analysed(command, word.substring(option.length()), words.get(i).start(), client, clocks);
                found = true;
            } else if (client.fileOptions().contains(word)) {
                unknown(command, "the statements stand in another file: analyse "
                        + (i + 1 < words.size() ? words.get(i + 1).text() : "it") + " itself");
                found = true;
            }
        }
        if (!command.input().isEmpty()) {
            analysed(command, command.input(), command.inputStart(), client, clocks);
            found = true;
        }
        if (command.follows().equals("|") && !pending.isEmpty()) {
            analysed(command, pending.toString(), command.start(), client, clocks);
            found = true;
        }
        if (!found) {
            unknown(command, "the statements that the client reads are not visible here");
        }
        pending.setLength(0);
    }

    private void analysed(Command command, String passed, int start, Client client, Set<String> clocks) {
        Matcher variable = VARIABLE.matcher(passed);
        Optional<Word> text = variable.matches() ? Optional.ofNullable(texts.get(variable.group(1))) : Optional.empty();
        String sql = text.map(Word::text).orElse(passed);
        Place place = place(text.map(Word::start).orElse(start));
        String connection = client + " " + clocks + " "
                + command.words().stream().map(Word::text).filter(word -> !word.equals(passed)).toList();
        boolean certain = conditional == 0 && !command.follows().equals("||");
        boolean goesOn = certain && session.filter(open -> open.takes(connection, sql)).isPresent()
                && parts.size() == sessionEnd;
        if (goesOn) {
            SqlSession longer = session.orElseThrow().with(sql, place);
            parts.removeLast();
            parts.add(longer.analyse(client.dialect(), clocks));
            session = Optional.of(longer);
            return;
        }
        SqlSession alone = new SqlSession(connection).with(sql, place);
        certain(command, alone.analyse(client.dialect(), clocks));
        session = certain && alone.takes(connection, "") ? Optional.of(alone) : Optional.empty();
        sessionEnd = parts.size();
    }

    // ---- files

    private void files(Command command, List<Word> words) {
        List<String> arguments = words.stream().skip(1).map(Word::text).toList();
        String verb = arguments.stream().filter(a -> a.startsWith("-")).findFirst().orElse("");
        boolean forced = arguments.contains("-f") || arguments.contains("-skipTrash") && arguments.contains("-f");
        boolean harmless = Set
                .of("-ls", "-test", "-du", "-cat", "-tail", "-count", "-text", "-stat", "-get", "-chmod", "-chown")
                .contains(verb)
                || verb.equals("-mkdir") && arguments.contains("-p") || Set.of("-rm", "-rmr").contains(verb) && forced
                || verb.equals("-put") && forced
                || verb.equals("-copyFromLocal") && forced || verb.equals("-touchz");
        if (Set.of("-rm", "-rmr").contains(verb) && forced && conditional == 0) {
            removed.addAll(arguments.stream().filter(a -> !a.startsWith("-") && !a.equals("dfs") && !a.equals("fs"))
                    .toList());
        }
        if (!harmless) {
            unknown(command, "'" + String.join(" ", arguments.subList(0, Math.min(2, arguments.size())))
                    + "' may fail or add files when it is repeated");
        }
    }
}
