// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Fault;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/**
 * What is sent to Airflow, and what the other tests let it answer, judged by Airflow's own OpenAPI documents. They are no
 * part of this project: {@code -Dairflow.openapi.v1=FILE -Dairflow.openapi.v2=FILE} say where they are, and without them
 * the test is skipped with a message. The interface that gives tokens is in no document of Airflow's, and is left out.
 */
class AirflowContractTest {
    private static final String HOW = """
            no document: give -Dairflow.openapi.%1$s=FILE. Airflow serves its own at %2$s; its repository has it as %3$s""";
    private static final Map<String, String> CLEAR = Map.of("dag", "load_orders", "token", "t", "task", "load");
    private static final Map<String, String> TRIGGER = Map.of("dag", "load_orders", "token", "t");

    /** A target with its settings, asked under some faults. */
    private record Case(SchedulerAction action, Map<String, String> settings) {}

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2"})
    void shouldKeepToTheDocument(String api) throws IOException {
        OpenApiContract contract = contract(api);
        List<StubServer.Exchange> exchanges = new ArrayList<>();
        for (Case played : cases(api)) {
            for (Fault fault : List.of(Fault.DUPLICATE, Fault.ANSWER_LOST, Fault.REFUSED, Fault.CONFLICT_FOREIGN)) {
                exchanges.addAll(play(api, played, fault));
            }
        }
        assertThat(exchanges).extracting(exchange -> exchange.request().method() + exchange.answer().status())
                .contains("GET200", "GET404", "POST200", "POST409", api.equals("v1") ? "POST403" : "POST422");
        assertThat(exchanges.stream().filter(exchange -> !exchange.request().path().equals("/auth/token"))
                .flatMap(exchange -> contract.problems(exchange).stream()).distinct()).isEmpty();
    }

    /** A judge that finds nothing would be no judge. */
    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2"})
    void shouldSeeWhatIsWrong(String api) throws IOException {
        OpenApiContract contract = contract(api);
        String root = "/api/" + api + "/dags/load_orders";
        assertThat(problems(contract, "GET", root + "/dagRun/run-1", "", 200, "{}"))
                .contains("the document has no such operation");
        assertThat(problems(contract, "POST", root + "/clearTaskInstances", "{\"dry_runs\":false}", 200,
                "{\"task_instances\":[],\"total_entries\":0}")).contains("dry_runs");
        assertThat(problems(contract, "POST", root + "/clearTaskInstances", "{\"dry_run\":\"no\"}", 200,
                "{\"task_instances\":[],\"total_entries\":0}")).contains("request /dry_run");
        assertThat(problems(contract, "GET", root + "/dagRuns/run-1?state=x", "", 200, "{\"state\":\"odd\"}"))
                .contains("parameter state is unknown", "answer 200");
        assertThat(problems(contract, "GET", root + "/dagRuns/run-1", "", 418, "{}"))
                .contains("answer 418 is not in the document");
    }

    /** Airflow 2 clears all elements of a mapped task, and says 400 to a pair. */
    @Test
    void shouldNotAskAirflow2ForOneElement() {
        Map<String, String> settings = new TreeMap<>(CLEAR);
        settings.putAll(Map.of("map-index", "3", "api", "v1"));
        try (StubServer server = new StubServer(new AirflowPlay("v1"))) {
            assertThat(target(server, SchedulerAction.AIRFLOW_CLEAR, settings).call(Subjects.request("run-1")))
                    .isInstanceOfSatisfying(CallOutcome.Refused.class,
                            refused -> assertThat(refused.detail()).contains("map-index", "remove map-index"));
            assertThat(server.exchanges()).isEmpty();
        }
    }

    private static List<Case> cases(String api) {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case(SchedulerAction.AIRFLOW_CLEAR, CLEAR));
        cases.add(new Case(SchedulerAction.AIRFLOW_CLEAR, Map.of("dag", "load_orders", "token", "t")));
        cases.add(new Case(SchedulerAction.AIRFLOW_TRIGGER,
                Map.of("dag", "load_orders", "user", "u", "password", "p", "conf.ds", "{{partition.ds}}",
                        "logical-date", "{{partition.ds}}T00:00:00Z")));
        cases.add(new Case(SchedulerAction.AIRFLOW_TRIGGER, TRIGGER));
        if (api.equals("v2")) {
            Map<String, String> mapped = new TreeMap<>(CLEAR);
            mapped.putAll(Map.of("map-index", "3", "downstream", "false"));
            cases.add(new Case(SchedulerAction.AIRFLOW_CLEAR, mapped));
            Map<String, String> partitioned = new TreeMap<>(TRIGGER);
            partitioned.put("partition-key", "{{partition}}");
            cases.add(new Case(SchedulerAction.AIRFLOW_TRIGGER, partitioned));
        }
        return cases;
    }

    private static List<StubServer.Exchange> play(String api, Case played, Fault fault) {
        Map<String, String> settings = new TreeMap<>(played.settings());
        settings.put("api", api);
        try (StubServer server = new StubServer(new AirflowPlay(api))) {
            Target target = target(server, played.action(), settings);
            server.arrange(fault);
            target.call(Subjects.request("run-1"));
            server.heal();
            target.call(Subjects.request("run-1"));
            target.query(Subjects.request("run-1"));
            return server.exchanges();
        }
    }

    private static Target target(StubServer server, SchedulerAction action, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("url", server.url());
        return new SchedulerTargets(HttpSettings.defaults(), new Secrets(Map.<String, String>of()::get),
                new WireCodec().mapper(), InstantSource.system())
                .of(new TargetSpec.Scheduler(action, all, new DispatchClass.Opaque(), Duration.ofSeconds(60)));
    }

    private static String problems(OpenApiContract contract, String method, String path, String body, int status,
            String answer) {
        return String.join("\n", contract.problems(new StubServer.Exchange(
                new Play.Request(method, path, body, Map.of()), new Play.Answer(status, answer))));
    }

    private static OpenApiContract contract(String api) throws IOException {
        String file = System.getProperty("airflow.openapi." + api, "");
        assumeTrue(!file.isEmpty() && Files.isReadable(Path.of(file)),
                () -> api.equals("v1")
                        ? HOW.formatted(api, "/api/v1/openapi.yaml",
                                "airflow/api_connexion/openapi/v1.yaml (branch v2-10-stable)")
                        : HOW.formatted(api, "/openapi.json",
                                "airflow-core/src/airflow/api_fastapi/core_api/openapi/v2-rest-api-generated.yaml"));
        return OpenApiContract.of(Path.of(file));
    }
}
