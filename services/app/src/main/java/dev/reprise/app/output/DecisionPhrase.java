// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.util.Locale;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** A decision as a sentence. */
final class DecisionPhrase {

    private DecisionPhrase() {}

    /**
     * The sentence.
     *
     * @param decision the decision with all its fields
     * @param time makes a time for people of an instant
     */
    static String of(JsonNode decision, UnaryOperator<String> time) {
        String until = decision.path("until").asString("");
        return switch (decision.path("kind").asString("")) {
            case "rerun" -> "Rerun as " + decision.path("rerunId").asString("") + ", generation "
                    + decision.path("generation").asLong(0) + approved(decision) + ".";
            case "shadow" ->
                "Shadow mode: rerun " + decision.path("rerunId").asString("") + " is recorded and not sent.";
            case "wait" -> until.isEmpty() ? "Wait." : "Wait until " + time.apply(until) + ".";
            case "suppress" -> "Nothing to do.";
            case "alert" -> "Tell people, severity " + decision.path("severity").asString("").toLowerCase(Locale.ROOT)
                    + (until.isEmpty() ? "." : "; an approval counts until " + time.apply(until) + ".");
            case "resolve" -> "Tell people that it is over.";
            case "grant" -> "Let it " + deed(decision) + ", generation " + decision.path("generation").asLong(0)
                    + ", token " + decision.path("token").asLong(0) + ".";
            case "refuse" -> "Do not let it " + deed(decision) + ".";
            case "withdraw" -> "Take back the rerun " + decision.path("rerunId").asString("") + ".";
            // Written by a newer server: its word is better than none.
            case String other -> other + ".";
        };
    }

    private static String deed(JsonNode permit) {
        return permit.path("gate").asString("").equals("COMMIT") ? "publish" : "start";
    }

    private static String approved(JsonNode rerun) {
        String by = rerun.path("approval").path("actor").asString("");
        return by.isEmpty() ? "" : ", approved by " + by;
    }
}
