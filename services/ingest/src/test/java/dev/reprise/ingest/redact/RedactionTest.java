// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql://etl:S3cr3tValue@db:3306/x", "https://S3cr3tValue@example.org/repo.git",
        "jdbc:oracle:thin?user=a&password=S3cr3tValue&x=1", "PASSWORD = 'S3cr3tValue'", "\"password\": \"S3cr3tValue\"",
        "dbPassword=S3cr3tValue", "spark.hadoop.fs.s3a.secret.key=S3cr3tValue", "Authorization: Bearer S3cr3tValue",
        "curl -H 'Authorization: Basic S3cr3tValue=='", "bearer S3cr3tValue", "api_key: S3cr3tValue",
        "AccountKey=S3cr3tValue;EndpointSuffix=x", "CREATE USER a IDENTIFIED BY 'S3cr3tValue'",
        "OPTIONS (password 'S3cr3tValue')", "https://x/y?sig=S3cr3tValue&se=2026", "X-Amz-Signature=S3cr3tValue",
        "token => \"S3cr3tValue \\\" S3cr3tValue\"", "--access-key-id S3cr3tValue=x secret=S3cr3tValue",
        "-----BEGIN RSA PRIVATE KEY-----\nS3cr3tValue\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nS3cr3tValue cut off"})
    void shouldHide(String text) {
        if (!text.startsWith("--access")) {
            assertThat(Redaction.of(text)).doesNotContain("S3cr3tValue").contains("***");
        } else {
            assertThat(Redaction.of(text)).endsWith("secret=***");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AKIAIOSFODNN7EXAMPLE", "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdef"})
    void shouldHideWhatIsASecretByItsForm(String text) {
        assertThat(Redaction.of("value " + text + " end")).isEqualTo("value *** end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.RuntimeException: bad record 15000",
        "\tat org.apache.spark.scheduler.DAGScheduler.runJob(DAGScheduler.scala:995)",
        "file:/data/warehouse/data35/sales_daily", "SELECT country, sum(amount) FROM orders WHERE dt='2026-11-28'",
        "https://example.org/logs?run=1", "unexpected token near line 3", "s3://bucket/dt=2026-11-28/part-0"})
    void shouldLeaveOrdinaryText(String text) {
        assertThat(Redaction.of(text)).isEqualTo(text);
    }

    @Property(tries = 500)
    void shouldChangeNothingMoreTheSecondTime(@ForAll @StringLength(max = 80) String text) {
        String once = Redaction.of("password=" + text);
        assertThat(Redaction.of(once)).isEqualTo(once);
    }

    @Test
    void shouldStayFastOnHostileText() {
        Assertions.assertTimeout(Duration.ofSeconds(20), () -> {
            Redaction.of("password=\"" + "\\\"".repeat(30_000));
            Redaction.of("a".repeat(60_000));
            Redaction.of("x-".repeat(30_000));
            Redaction.of("eyJ" + "a.".repeat(30_000));
        });
    }
}
