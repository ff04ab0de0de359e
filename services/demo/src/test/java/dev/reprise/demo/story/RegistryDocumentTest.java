// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.demo.scheduler.JobCommand;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Verdict;

class RegistryDocumentTest {
    private static final JsonNode DOCUMENT = RegistryDocument
            .of(new JobCommand(List.of("/opt/java/bin/java", "-cp", "/opt/demo.jar"), Path.of("/srv/demo")),
                    new JsonMapper());

    @Test
    void shouldDeclareEachJobAsItsOwnerDoes() {
        assertThat(jobs())
                .extracting(job -> job.path("job").asString() + " " + job.at("/policy/idempotency").asString())
                .containsExactly("demo/daily_sales idempotent", "demo/ledger_append not-idempotent",
                        "demo/export_orders idempotent", "demo/customer_snapshot idempotent",
                        "demo/fx_rates idempotent",
                        "demo/invoice_mail not-idempotent", "demo/churn_scores unknown");
    }

    @Test
    void shouldRunAJobByTheSameCommandAsItsScheduler() {
        List<String> words = StreamSupport.stream(jobs().getFirst().at("/target/command").spliterator(), false)
                .map(JsonNode::asString).toList();

        assertThat(words).startsWith("/opt/java/bin/java", "-cp", "/opt/demo.jar").endsWith(
                "dev.reprise.demo.warehouse.WarehouseJobMain", "/srv/demo", "{{name}}", "{{partition.ds}}",
                "{{rerunId}}");
    }

    @Test
    void shouldSendTheVerdictOnTheVeryTextThatTheLedgerRuns() {
        DefinitionAnalysis analysis = RegistryDocument.analyses(Instant.EPOCH)
                .get(new JobId("demo", "ledger_append"));

        assertThat(jobs().get(1).path("definition").asString()).isEqualTo("ledger_append.sql");
        assertThat(analysis.afterSuccess()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(LedgerDefinition.shown(analysis.findings().getFirst()))
                .isEqualTo("ledger_append.sql:3 INSERT INTO ledger SELECT day, id, cents FROM orders (RR101)");
    }

    @Test
    void shouldSayThatOneSchedulerTriesTwice() {
        assertThat(jobs()).filteredOn(job -> job.at("/policy/native-retries/attempts").asInt(0) == 2)
                .singleElement()
                .satisfies(job -> assertThat(job.path("job").asString())
                        .endsWith(WarehouseTask.FX_RATES.jobName()));
    }

    private static List<JsonNode> jobs() {
        return StreamSupport.stream(DOCUMENT.path("jobs").spliterator(), false).toList();
    }
}
