// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.history.History;
import dev.reprise.schemas.topic.Topics;

class GoodHistoryProperties {
    @Property(tries = 200)
    void shouldHoldOnEveryGoodHistory(@ForAll @Size(min = 1, max = 12) List<Stories> stories,
            @ForAll @IntRange(min = 0, max = 120) int minutesLater) {
        assertThat(violations(write(stories).history(Duration.ofMinutes(minutesLater)))).isEmpty();
    }

    @Property(tries = 200)
    void shouldNotTakeWhatRetentionHasTakenForAViolation(@ForAll @Size(min = 1, max = 12) List<Stories> stories,
            @ForAll Topics topic, @ForAll @IntRange(min = 0, max = 100) int percent) {
        Script script = write(stories);
        List<Script.Line> lines = script.lines();
        if (topic.cleanup() == Topics.Cleanup.DELETE) {
            script.cut(topic, lines.get((lines.size() - 1) * percent / 100).at());
        }
        assertThat(violations(script.history())).isEmpty();
    }

    @Property(tries = 100)
    void shouldJudgeWithoutCommittedPositions(@ForAll @Size(min = 1, max = 12) List<Stories> stories) {
        Script script = write(stories);
        script.withoutGroups();
        assertThat(violations(script.history())).isEmpty();
    }

    private static Script write(List<Stories> stories) {
        Script script = new Script();
        for (int i = 0; i < stories.size(); i++) {
            stories.get(i).play(script, stories.get(i).begin(script, "ds=" + i));
            script.pass(Duration.ofMinutes(2));
        }
        return script;
    }

    private static String violations(History history) {
        return Audit.of(history).stream().filter(finding -> finding.violationCount() > 0)
                .map(GoodHistoryProperties::text).collect(Collectors.joining("\n"));
    }

    private static String text(Finding finding) {
        return finding.invariant() + " " + finding.violations();
    }
}
