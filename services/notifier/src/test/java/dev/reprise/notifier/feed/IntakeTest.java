// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Pages;

class IntakeTest {
    private final Intake intake = new Intake(5);

    @Test
    void shouldKeepOfHistoryOnlyTheLastStateOfWhatIsOpen() {
        intake.remember(Pages.of(Alerts.about("a").firing(1)), Alerts.START, _ -> false);
        intake.remember(Pages.of(Alerts.about("b").firing(1)), Alerts.START, _ -> false);
        intake.remember(Pages.of(Alerts.about("a").firing(2)), Alerts.START, _ -> false);
        intake.remember(Pages.of(Alerts.about("b").resolved(2)), Alerts.START, _ -> false);

        assertThat(intake.settle()).singleElement()
                .satisfies(open -> assertThat(open.page()).isEqualTo(Pages.of(Alerts.about("a").firing(2))));
    }

    @Test
    void shouldKeepTheEndThatIsOwed() {
        intake.remember(Pages.of(Alerts.anAlert().firing(1)), Alerts.START, _ -> true);
        intake.remember(Pages.of(Alerts.anAlert().resolved(2)), Alerts.START, _ -> true);

        assertThat(intake.settle()).singleElement()
                .satisfies(open -> assertThat(open.page()).isEqualTo(Pages.of(Alerts.anAlert().resolved(2))));
    }

    @Test
    void shouldHandOverOnceAtTheBoundary() {
        assertThat(intake.isHistory(4)).isTrue();
        assertThat(intake.isHistory(5)).isFalse();
        assertThat(intake.readyToSettle(4)).isFalse();
        assertThat(intake.readyToSettle(5)).isTrue();
        assertThat(intake.settle()).isEmpty();
        assertThat(intake.readyToSettle(6)).isFalse();
    }
}
