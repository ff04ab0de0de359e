// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.aws;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.source.Fields;
import dev.reprise.schemas.id.PartitionKey;

/** What a run was started with, as names and values: an object, or the words of a command line. */
final class AwsArguments {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Pattern ASSIGNED = Pattern.compile("-{0,2}([A-Za-z_][\\w.-]*)=(.*)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("--?([A-Za-z_][\\w.-]*)");
    private static final int MOST = 100;

    private AwsArguments() {}

    /** The entries of an object, whose names may begin with dashes; {@code --name value}, {@code name=value} of an array. */
    static Map<String, String> of(JsonNode given) {
        Map<String, String> found = new LinkedHashMap<>();
        if (given.isArray()) {
            String waiting = "";
            for (JsonNode each : given) {
                String word = each.asString("");
                Matcher assigned = ASSIGNED.matcher(word);
                Matcher name = NAME.matcher(word);
                if (assigned.matches()) {
                    found.putIfAbsent(assigned.group(1), assigned.group(2));
                } else if (!waiting.isEmpty() && !name.matches()) {
                    found.putIfAbsent(waiting, word);
                }
                waiting = name.matches() ? name.group(1) : "";
            }
        } else {
            given.properties().stream().limit(MOST).filter(each -> each.getValue().isValueNode())
                    .forEach(each -> found.put(each.getKey().replaceFirst("\\A--", ""), each.getValue().asString()));
        }
        return found;
    }

    /** The entries of a text of JSON; none of any other text. */
    static Map<String, String> parsed(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree.isObject() ? of(tree) : Map.of();
        } catch (JacksonException _) {
            return Map.of();
        }
    }

    /** The partition by the names that mean it: {@code partition}, {@code ds}, {@code dt}. */
    static Optional<PartitionKey> partition(Map<String, String> arguments) {
        return Fields.partition(Optional.ofNullable(arguments.get("partition"))
                .or(() -> Optional.ofNullable(arguments.get("ds")).map(day -> "ds=" + day))
                .or(() -> Optional.ofNullable(arguments.get("dt")).map(day -> "dt=" + day)));
    }

    /** What a mapping may use: the arguments as {@code parameter.NAME}, and more. */
    static Map<String, String> values(Map<String, String> arguments, Map<String, String> more) {
        Map<String, String> values = new LinkedHashMap<>(more);
        arguments.forEach((name, value) -> values.put("parameter." + name, value));
        return values;
    }
}
