// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

import dev.reprise.demo.client.HeardDecision;
import dev.reprise.demo.scheduler.RunEnd;
import dev.reprise.schemas.decision.Reason;

class NarratorTest {
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private Instant now = Instant.parse("2026-11-29T07:30:00Z");

    @Test
    void shouldTellTheStoryAsItIsWrittenDown() throws IOException {
        Narrator narrator = narrator(false);

        narrator.say("A warehouse.");
        narrator.say("");
        tell(narrator, 0, Voice.SCHEDULER, "starts it.");
        tell(narrator, 1_140, Voice.SCHEDULER,
                Phrases.of(new RunEnd.Exited(1, "batch 3 of 8 committed\nconnection lost after batch 3 of 8")));
        tell(narrator, 60, Voice.REPRISE, phrase("wait", Reason.SETTLING));
        tell(narrator, 0, Voice.REPRISE, phrase("suppress", Reason.DUPLICATE));
        tell(narrator, 2_200, Voice.REPRISE, phrase("rerun", Reason.FINAL_FAILURE));
        tell(narrator, 0, Voice.PERSON, "has looked at the job.");
        narrator.say("");
        narrator.show(List.of(Check.of("daily_sales: rows", 4_000, 4_000),
                new Check("daily_sales: runs by scheduler + by Reprise", "1 + 1", "1 + 2")));

        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo(golden("/narration/story.txt"));
    }

    @Test
    void shouldStayWithinItsWidth() {
        Narrator narrator = narrator(false);

        narrator.tell(Voice.OWNER, "customer_snapshot", "a word ".repeat(60));

        assertThat(output.toString(StandardCharsets.UTF_8).lines()).hasSizeGreaterThan(3)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Narrator.WIDTH));
    }

    @Test
    void shouldPaintWhoActsWhenColoursAreWished() {
        narrator(true).tell(Voice.REPRISE, "daily_sales", "waits.");

        assertThat(output.toString(StandardCharsets.UTF_8)).contains("\u001b[36mreprise   \u001b[0mwaits.");
    }

    @Test
    void shouldNotLetAnErrorMoveTheCursor() {
        narrator(false).tell(Voice.SCHEDULER, "daily_sales", "failed: \u001b[2Jbad\r\nnews");

        assertThat(output.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b", "\r").contains("[2Jbad news");
    }

    private void tell(Narrator narrator, long laterMillis, Voice voice, String text) {
        now = now.plusMillis(laterMillis);
        narrator.tell(voice, "daily_sales", text);
    }

    private static String phrase(String kind, Reason reason) {
        return Phrases.of(new HeardDecision(0, kind, reason)).orElseThrow();
    }

    private Narrator narrator(boolean colour) {
        return new Narrator(new PrintStream(output, false, StandardCharsets.UTF_8), colour, () -> now);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = NarratorTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
