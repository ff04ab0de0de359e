// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.OverrideRule;

final class OverridesTest {

    @ParameterizedTest
    @CsvSource({"x2,8g,64g,16g", "x2,48g,64g,64g", "x1.5,2048,4096,3072", "x2,eight,64g,eight", "high,low,64g,high",
        "x2,8g,4t,16g", "128g,8g,64g,64g"})
    void shouldChangeAValueUpToItsCeiling(String set, String current, String ceiling, String expected) {
        OverrideRule rule = new OverrideRule(Optional.of(FailureClass.RESOURCE), Optional.empty(),
                Map.of("memory", set), Map.of("memory", "1g"), Map.of("memory", ceiling));

        assertThat(Overrides.next(List.of(rule), FailureClass.RESOURCE, Optional.empty(), Map.of("memory", current)))
                .containsExactlyInAnyOrderEntriesOf(Map.of("memory", expected));
    }

    @Test
    void shouldApplyToItsCauseAloneAndKeepWhatWasChangedBefore() {
        OverrideRule byRule = new OverrideRule(Optional.empty(), Optional.of("spark.oom"), Map.of("memory", "x2"),
                Map.of("memory", "4g"), Map.of());
        Map<String, String> before = Map.of("cores", "2");

        assertThat(Overrides.next(List.of(byRule), FailureClass.RESOURCE, Optional.of("other"), before))
                .isEqualTo(before);
        assertThat(Overrides.next(List.of(byRule), FailureClass.RESOURCE, Optional.of("spark.oom"), before))
                .isEqualTo(Map.of("cores", "2", "memory", "8g"));
    }
}
