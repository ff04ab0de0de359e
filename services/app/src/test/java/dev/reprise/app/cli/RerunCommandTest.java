// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.reprise.app.cli.StubServer.Received;
import dev.reprise.runtime.lifecycle.ExitCode;

/** A rerun with all that follows: seen before, and confirmed. */
class RerunCommandTest {
    private static final String INSTANCE = "/api/v1/instances/etl/orders/*";
    private static final String PLAN = """
            {"root":{"instance":"etl/orders/*","status":"SUCCEEDED","depth":0,"prospect":"RERUN","meaning":"It is rerun."},
             "downstream":[
              {"instance":"etl/ledger/*","status":"SUCCEEDED","depth":1,"via":"etl/orders/*","prospect":"REFUSED",
               "reason":"NON_IDEMPOTENT","meaning":"It is not rerun."},
              {"instance":"etl/sales/*","status":"SUCCEEDED","depth":1,"via":"etl/orders/*","prospect":"RERUN",
               "meaning":"It is rerun."},
              {"instance":"etl/sums/*","depth":2,"via":"etl/ledger/*","prospect":"NOT_RUN_YET","meaning":"Not yet."}],
             "truncated":false}""";
    private static final String TREE = """
            INSTANCE        NOW        THEN         WHY
            etl/orders/*    SUCCEEDED  RERUN
              etl/ledger/*  SUCCEEDED  REFUSED      NON_IDEMPOTENT: It is not rerun.
                etl/sums/*  -          NOT_RUN_YET  Not yet.
              etl/sales/*   SUCCEEDED  RERUN

            Downstream: 1 RERUN, 1 REFUSED, 1 NOT_RUN_YET.
            """;

    private final StubServer server = new StubServer();

    @BeforeEach
    void answer() {
        server.answer("GET", INSTANCE + "/downstream", 200, PLAN);
        server.answer("POST", INSTANCE + "/rerun", 202, "{\"requestId\":\"r1\"}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldShowThePlanAndAskForNothing() {
        CommandRun run = CommandRun.of(environment(), "rerun", "etl/orders", "*", "--with-downstream", "--plan",
                "--force", "--accept-not-idempotent");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo(TREE);
        assertThat(server.received()).extracting(Received::target)
                .containsExactly(INSTANCE + "/downstream?force=true&acceptNotIdempotent=true");
    }

    @Test
    void shouldPassThePlanOnUnchangedAsJson() {
        CommandRun run = CommandRun.of(environment(), "rerun", "etl/orders", "*", "--with-downstream", "--plan", "-o",
                "json");

        assertThat(run.out().replaceAll("\\s", "")).isEqualTo(PLAN.replaceAll("\\s", ""));
    }

    @Test
    void shouldSayWhenThereIsMore() {
        server.answer("GET", INSTANCE + "/downstream", 200, PLAN.replace("\"truncated\":false", "\"truncated\":true"));

        assertThat(CommandRun.of(environment(), "rerun", "etl/orders", "*", "--with-downstream", "--plan").out())
                .endsWith("There are more than these 3: the rest is not shown.\n");
    }

    @Test
    void shouldShowThePlanBeforeAConfirmedRequest() {
        CommandRun run = CommandRun.of(environment(), "rerun", "etl/orders", "*", "--with-downstream", "--yes",
                "--reason", "corrected");

        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith(TREE).contains("Accepted as request r1");
        assertThat(run.err()).isEmpty();
        assertThat(server.received()).hasSize(2);
        assertThat(server.received().getLast().body()).isEqualTo("{\"reason\":\"corrected\",\"force\":false,"
                + "\"acceptNotIdempotent\":false,\"withDownstream\":true}");
    }

    @Test
    void shouldKeepThePlanOutOfJsonThatAProgramReads() {
        CommandRun run = CommandRun.of(environment(), "rerun", "etl/orders", "*", "--with-downstream", "-y",
                "--reason", "corrected", "-o", "json");

        assertThat(run.out().replaceAll("\\s", "")).isEqualTo("{\"requestId\":\"r1\"}");
        assertThat(run.err()).startsWith(TREE);
    }

    @Test
    void shouldAskThePersonAtATerminal() {
        String[] words = {"rerun", "etl/orders", "*", "--with-downstream", "--reason", "corrected"};
        CommandRun agreed = CommandRun.atTerminal(environment(), "Yes\n", words);
        CommandRun declined = CommandRun.atTerminal(environment(), "\n", words);

        assertThat(agreed.code()).isZero();
        assertThat(agreed.err()).contains("Ask for this rerun? [y/N]");
        assertThat(declined.code()).isEqualTo(ExitCode.CONFLICT.value());
        assertThat(declined.err()).endsWith("reprise: nothing was asked for\n");
        assertThat(server.received()).filteredOn(received -> received.method().equals("POST")).hasSize(1);
    }

    @Test
    void shouldRefuseWhereNobodyCanBeAsked() {
        CommandRun run = CommandRun.of(environment(), "rerun", "etl/orders", "*", "--with-downstream", "--reason", "x");

        assertThat(run.code()).isEqualTo(ExitCode.USAGE.value());
        assertThat(run.err()).contains("--plan").contains("--yes");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void shouldWantBothWordsForAPlan() {
        CommandRun run = CommandRun.of(environment(), "rerun", "etl/orders", "*", "--plan");

        assertThat(run.code()).isEqualTo(ExitCode.USAGE.value());
        assertThat(run.err()).contains("--plan").contains("--with-downstream");
    }

    private Map<String, String> environment() {
        return Map.of("REPRISE_SERVER", server.uri());
    }
}
