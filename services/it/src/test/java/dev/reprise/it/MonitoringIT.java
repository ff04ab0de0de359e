// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.process.RepriseProcess;

/** What the dashboard, the alert rules and docs/metrics.md name is what a running Reprise tells: names and labels alike. */
class MonitoringIT {

    private static final Path DEPLOY = Path.of("..", "..", "deploy");
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Pattern METRIC = Pattern.compile("\\b(?:rerun|kafka|http)_[a-z_]+\\b");
    private static final Pattern ROW = Pattern.compile("\\| `([a-z_]+)(?:\\{[a-z,]+})?` \\| ([^|]+) \\|.*");
    private static final Pattern BY = Pattern.compile("\\bby \\(([^)]+)\\)");

    @TempDir
    Path directory;

    @Test
    void shouldTellEverythingThatDashboardAndRulesAskFor() throws IOException {
        List<String> dashboard = dashboard();
        Set<String> asked = metrics(String.join("\n", dashboard));
        asked.addAll(metrics(Files.readAllLines(DEPLOY.resolve("prometheus/reprise.rules.yml")).stream()
                .filter(line -> line.contains("expr:") || line.startsWith("          "))
                .collect(Collectors.joining("\n"))));
        assertThat(asked).hasSizeGreaterThan(15);
        Map<String, Boolean> documented = documented();
        documented.entrySet().stream().filter(each -> each.getValue()).forEach(each -> asked.add(each.getKey()));
        try (Broker broker = BrokerKind.here().getFirst().start(directory.resolve("kafka"));
                RepriseProcess reprise = new RepriseProcess(Files.createDirectories(directory.resolve("reprise")),
                        broker.bootstrapServers(), """
                                notifier:
                                  receivers:
                                    - {name: ops, type: slack, url: "https://hooks.example.org/x"}
                                """)) {
            String scraped = scrape(reprise, asked);
            assertThat(dashboard).allSatisfy(expression -> BY.matcher(expression).results()
                    .flatMap(found -> List.of(found.group(1).split(", ")).stream())
                    .filter(label -> !label.equals("le"))
                    .forEach(label -> assertThat(scraped).containsPattern("[{,]" + label + "=\"")));
            assertThat(told(scraped)).filteredOn(name -> name.startsWith("rerun_")).allSatisfy(
                    name -> assertThat(documented.keySet()).as("docs/metrics.md").contains(family(name)));
            assertThat(told(scraped)).filteredOn(name -> name.startsWith("kafka_")).isNotEmpty()
                    .noneMatch(name -> name.endsWith("_rate") || name.contains("_node_") || name.contains("_io_"));
            assertThat(scraped).doesNotContain("process_id=");
        }
    }

    private static List<String> dashboard() throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DEPLOY.resolve("grafana/reprise.json")));
        List<String> expressions = new ArrayList<>();
        dashboard.path("panels").forEach(panel -> panel.path("targets")
                .forEach(target -> expressions.add(target.path("expr").asString())));
        assertThat(expressions).hasSizeGreaterThan(10);
        return expressions;
    }

    /** The names of docs/metrics.md, and whether each is there before anything has happened. */
    private static Map<String, Boolean> documented() throws IOException {
        Map<String, Boolean> names = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "..", "docs", "metrics.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                boolean histogram = !row.group(2).startsWith("counter") && !row.group(2).startsWith("gauge");
                boolean seen = row.group(2).contains("seen");
                names.put(row.group(1), !seen && !histogram);
                if (histogram && !seen) {
                    names.put(row.group(1) + "_count", true);
                }
            }
        }
        assertThat(names).hasSizeGreaterThan(35);
        return names;
    }

    private static Set<String> told(String scraped) {
        return scraped.lines().filter(line -> !line.startsWith("#")).map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A histogram is told as several series, and with its longest. */
    private static String family(String name) {
        return name.replaceFirst("(_seconds)(_bucket|_sum|_count|_max)$", "$1");
    }

    private static Set<String> metrics(String expressions) {
        return METRIC.matcher(expressions).results().map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Waits for those that begin with the first event, such as one of the tail of the read model. */
    private static String scrape(RepriseProcess reprise, Set<String> asked) {
        reprise.send("PUT", "/api/v1/jobs", "application/yaml", "jobs: [{job: a/b}]");
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(told(reprise.get("/metrics").body())).containsAll(asked));
        return reprise.get("/metrics").body();
    }
}
