// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.io.PrintStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Why an instance stands where it stands: every decision about it, oldest first, each with what came, what was decided and
 * why. For someone woken at night: whole sentences, the newest at the end next to the prompt.
 */
public final class InstanceStory {

    private static final int WIDTH = 100;
    private static final String INDENT = "          ";
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE d MMMM yyyy", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);

    private final ZoneId zone;

    /** Tells times in a zone. */
    public InstanceStory(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Prints the story.
     *
     * @param instance the instance as the API gives it
     * @param decisions its decisions as the API gives them, oldest first
     */
    public void print(JsonNode instance, List<JsonNode> decisions, PrintStream out) {
        out.println(PlainText.oneLine(instance.path("instance").asString("")));
        LocalDate day = LocalDate.MIN;
        for (JsonNode decision : decisions) {
            ZonedDateTime at = at(decision);
            if (!at.toLocalDate().equals(day)) {
                day = at.toLocalDate();
                out.println();
                out.println(DAY.format(at) + " (" + zone + ")");
            }
            print(decision, at, out);
        }
        out.println();
        printNow(instance, out);
    }

    private void print(JsonNode decision, ZonedDateTime at, PrintStream out) {
        out.println();
        out.println("  " + TIME.format(at) + "  " + came(decision));
        String reason = decision.path("reason").asString("");
        String meaning = decision.path("meaning").asString("");
        String detail = decision.path("detail").asString("");
        // What is known often ends with the rule: said once is enough.
        paragraph(DecisionPhrase.of(decision.path("decision"), this::time) + " " + reason
                + (detail.contains(meaning) ? "." : ": " + meaning), out);
        if (!detail.isBlank()) {
            paragraph(detail, out);
        }
        String before = decision.path("before").asString("");
        String after = decision.path("after").asString("");
        if (!before.equals(after)) {
            paragraph("It went from " + before + " to " + after + ".", out);
        }
    }

    private static String came(JsonNode decision) {
        String what = CausePhrase.of(decision.path("cause").path("type").asString(""));
        JsonNode attempt = decision.path("attempt");
        return attempt.path("run").isMissingNode()
                ? what
                : what + " (run " + PlainText.oneLine(attempt.path("run").asString("")) + ", attempt "
                        + attempt.path("number").asInt(1) + ")";
    }

    private void printNow(JsonNode instance, PrintStream out) {
        StringBuilder now = new StringBuilder("Now: ").append(instance.path("status").asString("")).append(" since ")
                .append(time(instance.path("updatedAt").asString(""))).append('.');
        String meaning = instance.path("meaning").asString("");
        if (!meaning.isEmpty()) {
            now.append(' ').append(meaning);
        }
        int reruns = instance.path("reruns").asInt(0);
        now.append(" Reruns in this episode: ").append(reruns).append('.');
        String next = instance.path("nextAt").asString("");
        if (!next.isEmpty()) {
            now.append(" Looked at again at ").append(time(next)).append('.');
        }
        PlainText.wrap(now.toString(), WIDTH).forEach(out::println);
        printDefinition(instance.path("openAlerts"), out);
        if (instance.path("status").asString("").equals("AWAITING_APPROVAL")) {
            out.println("To decide: reprise approve or reprise reject, with --reason.");
        }
        if (instance.path("status").asString("").equals("HELD")) {
            out.println("What holds reruns: reprise storms list, reprise controls list.");
        }
    }

    /** Several alerts about one job tell of the same lines. */
    private static void printDefinition(JsonNode openAlerts, PrintStream out) {
        List<String> lines = openAlerts.valueStream()
                .flatMap(alert -> FindingLines.of(alert.path("content").path("findings")).stream()).distinct().toList();
        if (!lines.isEmpty()) {
            out.println("What decides in the job's definition:");
            lines.forEach(line -> out.println("  " + line));
        }
    }

    private static void paragraph(String text, PrintStream out) {
        PlainText.wrap(text, WIDTH - INDENT.length()).forEach(line -> out.println(INDENT + "  " + line));
    }

    private ZonedDateTime at(JsonNode decision) {
        return Instant.parse(decision.path("at").asString("1970-01-01T00:00:00Z")).atZone(zone);
    }

    private String time(String instant) {
        return instant.isEmpty() ? "" : TIME.format(Instant.parse(instant).atZone(zone));
    }
}
