// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;

/**
 * A shell script cut into commands: words with their quotes resolved, here-documents attached. Covers what wrappers of
 * batch jobs use; what it does not cover shows as a command that is not known.
 */
final class ShellWords {
    /**
     * One word.
     *
     * @param text without quotes; parameters are left as they stand
     * @param start offset of its first character inside the quotes
     * @param literal whether it stood in single quotes, where the shell puts nothing in
     * @param from offset of its first character, a quote where it begins with one
     */
    record Word(String text, int start, boolean literal, int from) {
        /** @return whether it begins with a quote: no assignment does */
        boolean quoted() {
            return start == from + 1;
        }
    }

    /**
     * One command.
     *
     * @param words name and arguments, empty for a bare separator
     * @param input the here-document or here-string it reads, empty when none
     * @param inputStart offset of the input
     * @param start offset of the command
     * @param follows the operator in front of it: {@code ;}, {@code &&}, {@code ||}, {@code |}
     * @param added the file that its output is added to, by {@code >>}; empty when none
     */
    record Command(List<Word> words, String input, int inputStart, int start, String follows, String added) {
        String name() {
            return words.isEmpty() ? "" : words.getFirst().text();
        }
    }

    private final String text;
    private final List<Command> commands = new ArrayList<>();
    private List<Word> words = new ArrayList<>();
    private String follows = ";";
    private String heredoc = "";
    private String added = "";
    private int commandStart;
    private int at;

    private ShellWords(String text) {
        this.text = text;
    }

    static List<Command> commands(String text) {
        ShellWords reader = new ShellWords(text);
        reader.read();
        return List.copyOf(reader.commands);
    }

    private void read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length() && text.charAt(at + 1) == '\n') {
                at += 2;
            } else if (c == '#' && (at == 0 || Character.isWhitespace(text.charAt(at - 1)))) {
                skipLine();
            } else if (c == '\n') {
                at++;
                end(";");
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (c == ';' || c == '&' || c == '|') {
                operator(c);
            } else if (text.startsWith("<<", at)) {
                hereDocument();
            } else if (c == '>' || c == '<'
                    || Character.isDigit(c) && at + 1 < text.length() && text.charAt(at + 1) == '>') {
                redirect();
            } else {
                word();
            }
        }
        end(";");
    }

    private void skipLine() {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
    }

    private void operator(char c) {
        boolean twice = at + 1 < text.length() && text.charAt(at + 1) == c;
        at += twice ? 2 : 1;
        end(twice ? String.valueOf(c).repeat(2) : String.valueOf(c));
    }

    private void end(String operator) {
        if (!words.isEmpty()) {
            String input = "";
            int inputStart = at;
            if (!heredoc.isEmpty()) {
                int close = closing(heredoc);
                input = text.substring(at, Math.max(at, close));
                int line = text.indexOf('\n', Math.min(close, text.length()));
                at = line < 0 ? text.length() : line + 1;
                heredoc = "";
            }
            commands.add(new Command(List.copyOf(words), input, inputStart, commandStart, follows,
                    added));
        }
        added = "";
        words = new ArrayList<>();
        follows = operator;
    }

    private int closing(String tag) {
        int line = at;
        while (line < text.length()) {
            int end = text.indexOf('\n', line);
            end = end < 0 ? text.length() : end;
            if (text.substring(line, end).strip().equals(tag)) {
                return line;
            }
            line = end + 1;
        }
        return text.length();
    }

    private void hereDocument() {
        boolean string = text.startsWith("<<<", at);
        at += string ? 3 : text.startsWith("<<-", at) ? 3 : 2;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        if (string) {
            words.add(new Word("<<<", at, true, at));
            return;
        }
        int before = words.size();
        word();
        if (words.size() > before) {
            heredoc = words.removeLast().text();
        }
    }

    private void redirect() {
        boolean adds = text.startsWith(">>", at) || text.startsWith("1>>", at);
        while (at < text.length() && (text.charAt(at) == '>' || text.charAt(at) == '<' || text.charAt(at) == '&'
                || Character.isDigit(text.charAt(at)))) {
            at++;
        }
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        int before = words.size();
        if (at < text.length() && text.charAt(at) != '\n' && ";|&".indexOf(text.charAt(at)) < 0 && !done()) {
            word();
        }
        if (words.size() > before) {
            String file = words.removeLast().text();
            added = adds ? file : added;
        }
    }

    /** {@code 2>&1} has taken its target already. */
    private boolean done() {
        return Character.isDigit(text.charAt(at - 1)) || Character.isWhitespace(text.charAt(at))
                || text.charAt(at - 1) == '-';
    }

    private void word() {
        int start = at;
        if (words.isEmpty()) {
            commandStart = at;
        }
        StringBuilder value = new StringBuilder();
        int content = -1;
        boolean literal = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c) || c == ';' || c == '|' || c == '&' && !text.startsWith("&1", at)) {
                break;
            }
            if (c == '\'') {
                int end = text.indexOf('\'', at + 1);
                end = end < 0 ? text.length() : end;
                content = content < 0 ? at + 1 : content;
                literal = true;
                value.append(text, at + 1, end);
                at = end + 1;
            } else if (c == '"') {
                content = content < 0 ? at + 1 : content;
                at = quoted(value);
            } else if (c == '`') {
                int end = text.indexOf('`', at + 1);
                end = end < 0 ? text.length() : end;
                value.append(text, at, Math.min(end + 1, text.length()));
                at = end + 1;
            } else if (text.startsWith("$(", at)) {
                int end = substitution(at);
                value.append(text, at, end);
                at = end;
            } else if (c == '\\' && at + 1 < text.length()) {
                if (text.charAt(at + 1) == '\n') {
                    at += 2;
                    break;
                }
                value.append(text.charAt(at + 1));
                at += 2;
            } else {
                value.append(c);
                at++;
            }
        }
        at = at == start ? at + 1 : at;
        words.add(new Word(value.toString(), content < 0 ? start : content, literal, start));
    }

    private int quoted(StringBuilder value) {
        int i = at + 1;
        while (i < text.length() && text.charAt(i) != '"') {
            if (text.charAt(i) == '\\' && i + 1 < text.length() && "\"\\$`\n".indexOf(text.charAt(i + 1)) >= 0) {
                value.append(text.charAt(i + 1) == '\n' ? ' ' : text.charAt(i + 1));
                i += 2;
            } else if (text.startsWith("$(", i)) {
                int end = substitution(i); // with quotes of its own
                value.append(text, i, end);
                i = end;
            } else {
                value.append(text.charAt(i));
                i++;
            }
        }
        return Math.min(i + 1, text.length());
    }

    private int substitution(int from) {
        int open = 0;
        int i = from + 1;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (open == 0) {
                return i + 1;
            }
        }
        return text.length();
    }
}
