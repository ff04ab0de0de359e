// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.topic.Topics;

/** The table of rights against the catalogue of topics, what the services name in their code, and what the docs say. */
class AclTableTest {
    private static final Pattern NAMED = Pattern.compile("Topics\\.([A-Z_]{2,})");
    private static final Pattern QUOTED = Pattern.compile("`([a-z-]+)`");
    private static final Path DOCS = Path.of("../../docs/alerts.md");

    @Test
    void shouldKnowEveryRoleAndEveryTopic() throws IOException {
        AclTable table = AclTable.read();
        Set<String> roles = Arrays.stream(Role.values()).map(role -> role.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        roles.addAll(Set.of("every", "topics", "audit"));
        assertThat(table.lines()).extracting(AclTable.Line::who).isSubsetOf(roles).containsAll(roles);
        assertThat(table.lines()).allSatisfy(line -> {
            assertThat(line.name()).startsWith("PREFIX");
            assertThat(line.resource()).isNotEqualTo(ResourceType.UNKNOWN);
            assertThat(line.match()).isIn(PatternType.LITERAL, PatternType.PREFIXED);
            assertThat(line.operations()).doesNotContain(AclOperation.UNKNOWN);
        });
        Set<String> known = Arrays.stream(Topics.values()).map(Topics::suffix).collect(Collectors.toSet());
        for (String who : roles) {
            assertThat(known).as(who).containsAll(table.topics(who, AclOperation.READ))
                    .containsAll(table.topics(who, AclOperation.WRITE));
        }
    }

    @Test
    void shouldLetSomebodyWriteAndSomebodyReadEachTopic() throws IOException {
        AclTable table = AclTable.read();
        Set<String> written = new HashSet<>();
        Set<String> read = new HashSet<>();
        table.lines().stream().map(AclTable.Line::who).distinct().forEach(who -> {
            written.addAll(table.topics(who, AclOperation.WRITE));
            read.addAll(table.topics(who, AclOperation.READ));
        });
        List<String> all = Arrays.stream(Topics.values()).map(Topics::suffix).toList();
        assertThat(written).containsExactlyInAnyOrderElementsOf(all);
        assertThat(read).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void shouldCoverWhatEachServiceNamesInItsCode() throws IOException {
        AclTable table = AclTable.read();
        for (String service : List.of("ingest", "coordinator", "runner", "notifier", "console")) {
            Set<String> granted = new HashSet<>(table.topics(service, AclOperation.READ));
            granted.addAll(table.topics(service, AclOperation.WRITE));
            assertThat(granted).as(service).containsExactlyInAnyOrderElementsOf(named(service));
        }
    }

    private static Set<String> named(String service) throws IOException {
        Set<String> names = Arrays.stream(Topics.values()).map(Enum::name).collect(Collectors.toSet());
        try (Stream<Path> files = Files.walk(Path.of("../" + service + "/src/main/java"))) {
            EnumSet<Topics> found = EnumSet.noneOf(Topics.class);
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                NAMED.matcher(Files.readString(file)).results().map(match -> match.group(1)).filter(names::contains)
                        .forEach(name -> found.add(Topics.valueOf(name)));
            }
            return found.stream().map(Topics::suffix).collect(Collectors.toSet());
        }
    }

    @Test
    void shouldSayInTheDocsWhatTheNotifierNeeds() throws IOException {
        AclTable table = AclTable.read();
        Matcher rights = Pattern.compile("Rights: the notifier reads (.*?), and writes (.*?);", Pattern.DOTALL)
                .matcher(Files.readString(DOCS));
        assertThat(rights.find()).isTrue();
        assertThat(quoted(rights.group(1)))
                .containsExactlyInAnyOrderElementsOf(table.topics("notifier", AclOperation.READ));
        assertThat(quoted(rights.group(2)))
                .containsExactlyInAnyOrderElementsOf(table.topics("notifier", AclOperation.WRITE));
    }

    private static List<String> quoted(String text) {
        return QUOTED.matcher(text).results().map(match -> match.group(1)).toList();
    }
}
