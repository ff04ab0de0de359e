// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import static dev.reprise.core.cascade.Registry.definition;
import static dev.reprise.core.cascade.Registry.job;
import static dev.reprise.core.cascade.Registry.reading;
import static dev.reprise.core.cascade.Registry.seen;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.PartitionMapping;

final class JobGraphTest {
    private static final Dependency WHOLE_ORDERS = new Dependency(job("orders"), PartitionMapping.WHOLE);

    @Test
    void shouldKnowWhatIsDeclaredAndWhatReadsIt() {
        JobGraph graph = JobGraph.of(List.of(reading("orders"), reading("report", "sales", "orders"), reading("sales")),
                List.of());

        assertThat(graph.upstreams(job("report"))).containsExactly(same("orders"), same("sales"));
        assertThat(graph.downstreams(job("orders"))).containsExactly(same("report"));
        assertThat(graph.downstreams(job("report"))).isEmpty();
        assertThat(graph.upstreams(job("nobody"))).isEmpty();
    }

    @Test
    void shouldAddWhatLineageShows() {
        JobGraph graph = JobGraph.of(List.of(reading("orders"), reading("returns"), reading("report")), List.of(
                seen("orders", List.of("lake/raw"), List.of("lake/orders")),
                seen("returns", List.of("lake/raw"), List.of("lake/orders")),
                seen("report", List.of("lake/orders"), List.of("lake/report"))));

        assertThat(graph.upstreams(job("report"))).containsExactly(same("orders"), same("returns"));
        assertThat(graph.downstreams(job("returns"))).containsExactly(same("report"));
    }

    @Test
    void shouldLetADeclarationWinOverLineage() {
        JobGraph graph = JobGraph.of(List.of(reading("orders"), readingAllOrders("report")), List.of(
                seen("orders", List.of(), List.of("lake/orders")), seen("report", List.of("lake/orders"), List.of())));

        assertThat(graph.upstreams(job("report"))).containsExactly(WHOLE_ORDERS);
    }

    @Test
    void shouldNotWaitForWriterThatIsNotRegisteredNorForItself() {
        JobGraph graph = JobGraph.of(List.of(reading("report")), List.of(
                seen("stranger", List.of(), List.of("lake/orders")),
                seen("report", List.of("lake/orders", "lake/report"), List.of("lake/report"))));

        assertThat(graph.upstreams(job("report"))).isEmpty();
        assertThat(graph.downstreams(job("stranger"))).isEmpty();
        assertThat(graph.downstreams(job("report"))).isEmpty();
    }

    @Test
    void shouldNotTellReadersOfAWholeOutputPartitionByPartition() {
        JobGraph graph = JobGraph.of(List.of(reading("orders"), readingAllOrders("report")), List.of());

        assertThat(graph.upstreams(job("report"))).containsExactly(WHOLE_ORDERS);
        assertThat(graph.downstreams(job("orders"))).isEmpty();
    }

    @Test
    void shouldTellOfNeighboursInACycle() {
        JobGraph graph = JobGraph.of(List.of(reading("hen", "egg"), reading("egg", "hen")), List.of());

        assertThat(graph.upstreams(job("hen"))).containsExactly(same("egg"));
        assertThat(graph.downstreams(job("hen"))).containsExactly(same("egg"));
    }

    @Test
    void shouldNameTheInstanceNextToAnother() {
        InstanceId report = Registry.instance("report");

        assertThat(JobGraph.neighbour(same("orders"), report)).isEqualTo(Registry.instance("orders"));
        assertThat(JobGraph.neighbour(WHOLE_ORDERS, report))
                .isEqualTo(new InstanceId(job("orders"), PartitionKey.WHOLE_JOB));
    }

    private static JobDefinition readingAllOrders(String name) {
        return definition(name, policy -> policy.cascade(new Cascade(List.of(WHOLE_ORDERS), OnRewrite.LIST)));
    }

    private static Dependency same(String name) {
        return new Dependency(job(name), PartitionMapping.SAME);
    }
}
