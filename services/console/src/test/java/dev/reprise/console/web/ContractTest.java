// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.console.ApiServer;
import dev.reprise.console.command.AlertViews;
import dev.reprise.console.command.CommandViews;
import dev.reprise.console.query.FigureViews;
import dev.reprise.console.query.PlanView;
import dev.reprise.console.query.Views;
import dev.reprise.console.registry.RegistryProblem;
import dev.reprise.console.store.DeadLetter;
import dev.reprise.console.store.FailureCount;
import dev.reprise.core.cascade.Prospect;
import dev.reprise.runtime.health.HealthReport;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.EventStreamHandler;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.RouteHandler;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;

/** The OpenAPI document and the code say the same, both ways. */
class ContractTest {

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static JsonNode contract;

    @BeforeAll
    static void start() {
        server = new ApiServer(directory);
        HttpResponse<String> answer = server.client().anonymous("GET", "/api/v1/openapi.yaml", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        contract = new YAMLMapper().readTree(answer.body());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldDescribeEveryRouteAndNoOther() {
        Set<String> described = new TreeSet<>();
        contract.path("paths").properties().forEach(path -> path.getValue().propertyNames().stream()
                .filter(method -> Set.of("get", "post", "put", "delete").contains(method))
                .forEach(method -> described.add(method + " " + path.getKey())));
        Collected registered = new Collected();
        server.routes().forEach(each -> each.register(registered));

        assertThat(described).isEqualTo(registered.routes);
    }

    @TestFactory
    Stream<DynamicTest> shouldDescribeEveryFieldAndNoOther() {
        return Map.ofEntries(Map.entry("Page", Views.PageView.class), Map.entry("Reason", Views.ReasonView.class),
                Map.entry("Decision", Views.DecisionView.class), Map.entry("TimelineEntry", Views.TimelineView.class),
                Map.entry("Overview", FigureViews.OverviewView.class), Map.entry("Grid", FigureViews.GridView.class),
                Map.entry("GridRow", FigureViews.GridRowView.class),
                Map.entry("Caller", FigureViews.CallerView.class), Map.entry("System", FigureViews.SystemView.class),
                Map.entry("Check", HealthReport.NamedState.class),
                Map.entry("Position", FigureViews.PositionView.class),
                Map.entry("Approval", Views.ApprovalView.class), Map.entry("DeadLetter", DeadLetter.class),
                Map.entry("FailureCount", FailureCount.class),
                Map.entry("Plan", PlanView.class), Map.entry("PlanEntry", PlanView.EntryView.class),
                Map.entry("RerunRequest", CommandViews.RerunBody.class),
                Map.entry("ProposalAnswer", CommandViews.ProposalBody.class),
                Map.entry("Receipt", CommandViews.ReceiptView.class),
                Map.entry("Outcome", CommandViews.OutcomeView.class),
                Map.entry("Refusal", CommandViews.RefusalView.class), Map.entry("Apply", CommandViews.ApplyView.class),
                Map.entry("RegistryStale", CommandViews.RegistryStaleView.class),
                Map.entry("JobChange", CommandViews.JobChangeView.class),
                Map.entry("ApplyRequest", CommandViews.ApplyBody.class),
                Map.entry("JobLineage", JobLineage.class), Map.entry("Storm", StormSnapshot.class),
                Map.entry("Control", Control.class),
                Map.entry("Acknowledgement", Acknowledgement.class), Map.entry("AckRequest", AlertViews.AckBody.class),
                Map.entry("AckReceipt", AlertViews.AckReceiptView.class), Map.entry("Silence", Silence.class),
                Map.entry("SilenceRequest", AlertViews.SilenceBody.class),
                Map.entry("SilencePreview", AlertViews.SilencePreviewView.class),
                Map.entry("SilenceReceipt", AlertViews.SilenceReceiptView.class),
                Map.entry("Subscription", SubscriptionRule.class),
                Map.entry("SubscriptionRequest", AlertViews.SubscriptionBody.class),
                Map.entry("QuietHours", AlertViews.QuietBody.class),
                Map.entry("EscalationStep", AlertViews.StepBody.class),
                Map.entry("SubscriptionReceipt", AlertViews.SubscriptionReceiptView.class),
                Map.entry("Trial", AlertViews.TrialView.class),
                Map.entry("TrialMessage", AlertViews.TrialMessageView.class),
                Map.entry("ReasonGiven", CommandViews.ReasonBody.class),
                Map.entry("GroupReceipt", CommandViews.GroupReceiptView.class),
                Map.entry("ControlRequest", CommandViews.ControlBody.class),
                Map.entry("ControlReceipt", CommandViews.ControlReceiptView.class),
                Map.entry("DefinitionAnalysis", DefinitionAnalysis.class),
                Map.entry("DefinitionFinding", DefinitionFinding.class),
                Map.entry("RegistryRefusal", CommandViews.RegistryRefusalView.class),
                Map.entry("RegistryProblem", RegistryProblem.class), Map.entry("Problem", Problem.class)).entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> assertThat(
                        contract.path("components").path("schemas").path(each.getKey()).path("properties")
                                .propertyNames())
                        .containsExactlyElementsOf(Arrays.stream(each.getValue().getRecordComponents())
                                .map(RecordComponent::getName).toList())));
    }

    @Test
    void shouldNameEveryProspect() {
        assertThat(contract.at("/components/schemas/PlanEntry/properties/prospect/enum"))
                .extracting(JsonNode::asString)
                .containsExactlyElementsOf(Arrays.stream(Prospect.values()).map(Enum::name).toList());
    }

    @Test
    void shouldResolveEveryReference() {
        assertThat(contract.findValuesAsString("$ref")).isNotEmpty().allSatisfy(
                reference -> assertThat(contract.at(reference.substring(1)).isMissingNode()).as(reference).isFalse());
    }

    private static final class Collected implements RouteRegistry {
        private final Set<String> routes = new TreeSet<>();

        @Override
        public void route(Method method, String path, Access access, RouteHandler handler) {
            routes.add(method.name().toLowerCase(Locale.ROOT) + " " + path.replace('<', '{').replace('>', '}'));
        }

        @Override
        public void events(String path, Access access, EventStreamHandler handler) {
            routes.add("get " + path);
        }

        @Override
        public void resources(String path, Access access, Class<?> anchor, String folder) {
            routes.add("get " + path);
        }
    }
}
