// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The table of rights that operators are given, {@code deploy/kafka/acls.txt}. */
record AclTable(List<Line> lines) {
    private static final Path FILE = Path.of("../../deploy/kafka/acls.txt");

    /** What one role needs of one resource. */
    record Line(String who, ResourceType resource, PatternType match, String name, Set<AclOperation> operations) {
        private static Line read(String text) {
            String[] cells = text.strip().split("\\s+", -1);
            if (cells.length != 5) {
                throw new IllegalArgumentException("expected five cells, found: " + text);
            }
            return new Line(cells[0], ResourceType.fromString(cells[1].replace('-', '_').toUpperCase(Locale.ROOT)),
                    PatternType.fromString(cells[2].toUpperCase(Locale.ROOT)), cells[3],
                    Stream.of(cells[4].split(",", -1))
                            .map(name -> AclOperation
                                    .fromString(name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT)))
                            .collect(Collectors.toSet()));
        }

        Stream<AclBinding> bindings(String prefix, String user) {
            ResourcePattern pattern = new ResourcePattern(resource, name.replace("PREFIX", prefix), match);
            return operations.stream().map(operation -> new AclBinding(pattern,
                    new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW)));
        }
    }

    static AclTable read() throws IOException {
        try (Stream<String> lines = Files.lines(FILE)) {
            return new AclTable(
                    lines.filter(line -> !line.isBlank() && !line.startsWith("#")).map(Line::read).toList());
        }
    }

    /** The lines of a role, those for every process among them when it is one. */
    Stream<Line> of(String who) {
        return lines.stream().filter(line -> line.who().equals(who));
    }

    /** The topics that a role may use in a way, without their prefix; patterns are left out. */
    Set<String> topics(String who, AclOperation operation) {
        return of(who).filter(line -> line.resource() == ResourceType.TOPIC && line.match() == PatternType.LITERAL
                && line.operations().contains(operation)).map(line -> line.name().replace("PREFIX", ""))
                .collect(Collectors.toSet());
    }
}
