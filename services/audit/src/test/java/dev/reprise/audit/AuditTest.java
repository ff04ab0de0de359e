// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.finding.Status;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Start;
import dev.reprise.audit.invariant.Invariant;
import dev.reprise.audit.invariant.Invariants;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.topic.Topics;

class AuditTest {
    private static final List<String> ONLY_WITH_JOURNAL = List.of("I4", "I9T", "I16", "I17");

    @Test
    void shouldNeverSayThatItHoldsWhatOnlyTheTargetKnows() {
        for (Finding finding : Audit.of(Stories.RERUN.alone().history())) {
            assertThat(finding.status() instanceof Status.NotCheckable).as(finding.invariant())
                    .isEqualTo(ONLY_WITH_JOURNAL.contains(finding.invariant()));
        }
    }

    @Test
    void shouldHoldAllOfItBesideTheJournalOfTheTarget() {
        Script script = new Script();
        Life life = Stories.RERUN.begin(script, "ds=1");
        Proposal proposal = life.failed("r1");
        life.rerun(proposal);
        life.dispatch(proposal);
        Journal journal = new Journal(List.of(new Start(1, proposal.rerunId(), life.instance(), life.epoch(),
                script.now(), Optional.of("run-7"))));
        assertThat(Audit.of(script.history().with(journal)))
                .allSatisfy(finding -> assertThat(finding.status()).as(finding.invariant())
                        .isInstanceOf(Status.Holds.class));
    }

    @Test
    void shouldSayWhichTopicIsMissing() {
        Script script = Stories.RERUN.alone();
        script.drop(Topics.JOBS);
        List<Finding> findings = Audit.of(script.history());
        assertThat(findings).filteredOn(finding -> finding.invariant().equals("A1")).singleElement()
                .extracting(Finding::status).isEqualTo(new Status.NotCheckable("there is no topic jobs"));
        assertThat(findings).filteredOn(finding -> finding.invariant().equals("I2")).singleElement()
                .extracting(Finding::status).isEqualTo(new Status.Holds());
    }

    @Test
    void shouldJudgeSomethingByEachInvariant() {
        Script script = new Script();
        Journal journal = new Journal(List.of());
        for (Stories story : Stories.values()) {
            story.play(script, story.begin(script, "ds=1"));
        }
        History history = script.history().with(journal);
        List<String> idle = new ArrayList<>();
        for (Finding finding : Audit.of(history)) {
            if (finding.checked() == 0) {
                idle.add(finding.invariant());
            }
        }
        // An empty journal has no start to be judged.
        assertThat(idle).containsExactly("I9T");
    }

    @Test
    void shouldHaveANameAndAPromiseForEach() {
        assertThat(Invariants.all()).extracting(Invariant::id).doesNotHaveDuplicates().contains("I1", "I18", "A3");
        assertThat(Invariants.all()).allSatisfy(invariant -> assertThat(invariant.promise()).isNotBlank());
    }
}
