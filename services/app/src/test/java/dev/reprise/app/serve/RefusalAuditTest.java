// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.http.Refusal;
import dev.reprise.schemas.audit.AuditEntry;

class RefusalAuditTest {

    private static final Instant FIRST = Instant.parse("2026-11-30T00:00:00Z");

    @Test
    void shouldTellWhoWasRefusedWhatAndWhy() {
        AuditEntry entry = RefusalAudit.entry(new Refusal("eve", "203.0.113.9", "POST /api/v1/storms/{group}/hold", 403,
                "eve does not have the role operator", 7, FIRST));
        assertThat(entry.actor()).isEqualTo("eve");
        assertThat(entry.action()).isEqualTo("refused.403");
        assertThat(entry.subject()).isEqualTo("POST /api/v1/storms/{group}/hold");
        assertThat(entry.at()).isEqualTo(FIRST);
        assertThat(entry.reason())
                .hasValue("7 requests from 203.0.113.9: eve does not have the role operator");
    }

    @Test
    void shouldFitWhateverCallersSend() {
        AuditEntry entry = RefusalAudit.entry(
                new Refusal("e".repeat(300), "203.0.113.9", "GET /x", 400, "x".repeat(5_000), 1, FIRST));
        assertThat(entry.actor()).hasSize(256);
        assertThat(entry.reason().orElseThrow()).hasSize(2_048).startsWith("1 request from");
    }
}
