// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A published OpenAPI document as a judge of both sides: of each request, its path, method, parameters and body; of each
 * answer, its status and body. Bodies are judged by a validator of JSON Schema in the dialect of the document.
 */
final class OpenApiContract {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String JSON = "application/json";
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

    private final JsonNode document;
    private final SchemaRegistry schemas;
    private final String base;

    /** The operation that a request means. */
    private record Operation(String name, JsonNode rules, List<JsonNode> parameters, Map<String, String> inPath) {}

    private OpenApiContract(JsonNode document) {
        boolean first = document.path("openapi").asString().startsWith("3.0");
        this.document = document;
        this.schemas = SchemaRegistry
                .withDefaultDialect(first ? Dialects.getOpenApi30() : Dialects.getOpenApi31());
        String server = document.at("/servers/0/url").asString("");
        this.base = server.startsWith("/") && server.length() > 1 ? server : "";
        if (!first) {
            allowNull(document);
        }
    }

    static OpenApiContract of(Path file) throws IOException {
        return new OpenApiContract(YAMLMapper.builder().build().readTree(Files.readString(file)));
    }

    /** What is wrong with an exchange; nothing where both sides keep to the document. */
    List<String> problems(StubServer.Exchange exchange) {
        URI uri = URI.create(exchange.request().path());
        String method = exchange.request().method();
        Optional<Operation> found = operation(method, uri.getRawPath());
        if (found.isEmpty()) {
            return List.of(method + " " + uri.getRawPath() + ": the document has no such operation");
        }
        Operation operation = found.get();
        List<String> problems = new ArrayList<>(parameters(operation, uri.getRawQuery()));
        problems.addAll(requestBody(operation, exchange.request().body()));
        problems.addAll(answer(operation, exchange.answer()));
        return problems.stream().map(problem -> operation.name() + ": " + problem).toList();
    }

    private Optional<Operation> operation(String method, String path) {
        if (!path.startsWith(base)) {
            return Optional.empty();
        }
        String rest = path.substring(base.length());
        // A literal path wins over one with parameters.
        return document.path("paths").properties().stream()
                .sorted(Comparator.comparing(entry -> PARAMETER.matcher(entry.getKey()).results().count()))
                .filter(entry -> entry.getValue().has(method.toLowerCase(Locale.ROOT)))
                .flatMap(entry -> match(entry, method, rest).stream()).findFirst();
    }

    private Optional<Operation> match(Entry<String, JsonNode> item, String method, String path) {
        List<String> names = PARAMETER.matcher(item.getKey()).results().map(result -> result.group(1)).toList();
        Matcher matcher = Pattern.compile(Stream.of(item.getKey().split("(?=\\{)|(?<=})"))
                .map(part -> part.startsWith("{") ? "([^/]+)" : Pattern.quote(part))
                .reduce("", String::concat)).matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> inPath = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            inPath.put(names.get(i), decoded(matcher.group(i + 1)));
        }
        JsonNode rules = item.getValue().path(method.toLowerCase(Locale.ROOT));
        List<JsonNode> parameters = Stream.concat(item.getValue().path("parameters").valueStream(),
                rules.path("parameters").valueStream()).map(this::resolved).toList();
        return Optional.of(new Operation(method + " " + item.getKey(), rules, parameters, inPath));
    }

    private List<String> parameters(Operation operation, String query) {
        List<String> problems = new ArrayList<>();
        Map<String, String> given = new HashMap<>();
        if (query != null) {
            for (String pair : query.split("&")) {
                String[] parts = pair.split("=", 2);
                given.put(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]));
            }
        }
        for (JsonNode parameter : operation.parameters()) {
            String name = parameter.path("name").asString();
            Optional<String> value = switch (parameter.path("in").asString()) {
                case "path" -> Optional.ofNullable(operation.inPath().get(name));
                case "query" -> Optional.ofNullable(given.remove(name));
                default -> Optional.empty();
            };
            if (value.isPresent()) {
                problems.addAll(broken(parameter.path("schema"), scalar(value.get()), "parameter " + name));
            } else if (parameter.path("required").asBoolean(false)) {
                problems.add("parameter " + name + " is missing");
            }
        }
        given.keySet().forEach(name -> problems.add("parameter " + name + " is unknown"));
        return problems;
    }

    private List<String> requestBody(Operation operation, String body) {
        JsonNode rules = resolved(operation.rules().path("requestBody"));
        if (rules.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of("a body is sent and none is taken");
        }
        JsonNode schema = rules.path("content").path(JSON).path("schema");
        JsonNode sent = MAPPER.readTree(body);
        List<String> problems = new ArrayList<>(broken(schema, sent, "request"));
        // Also where the document leaves its type open: a field that it does not name is read by nobody.
        JsonNode known = resolved(schema).path("properties");
        sent.propertyNames().stream().filter(name -> !known.has(name))
                .forEach(name -> problems.add("request field " + name + " is not in the document"));
        return problems;
    }

    private List<String> answer(Operation operation, Play.Answer answer) {
        JsonNode rules = operation.rules().path("responses");
        JsonNode response = resolved(rules.path(Integer.toString(answer.status())));
        return response.isMissingNode()
                ? List.of("answer " + answer.status() + " is not in the document")
                : broken(response.path("content").path(JSON).path("schema"), MAPPER.readTree(answer.body()),
                        "answer " + answer.status());
    }

    /** The schema is put into a document of its own together with the components that it may refer to. */
    private List<String> broken(JsonNode schema, JsonNode value, String what) {
        ObjectNode root = MAPPER.createObjectNode();
        root.set("components", document.path("components"));
        root.set("allOf", MAPPER.createArrayNode().add(schema));
        Schema compiled = schemas.getSchema(root);
        return compiled.validate(value.toString(), InputFormat.JSON).stream()
                .map(error -> what + " " + error.getInstanceLocation() + ": " + error.getMessage()).toList();
    }

    private JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : resolved(document.at(reference.substring(1)));
    }

    /** Documents made for code generators say {@code nullable} where the dialect of 3.1 knows it no more. */
    private static void allowNull(JsonNode node) {
        node.values().forEach(OpenApiContract::allowNull);
        if (node instanceof ObjectNode object && object.path("nullable").asBoolean(false)) {
            object.remove("nullable");
            ObjectNode own = object.deepCopy();
            object.removeAll();
            ArrayNode either = object.putArray("anyOf");
            either.add(own);
            either.addObject().put("type", "null");
        }
    }

    private static JsonNode scalar(String text) {
        return text.matches("-?\\d{1,9}")
                ? MAPPER.getNodeFactory().numberNode(Integer.parseInt(text))
                : MAPPER.getNodeFactory().stringNode(text);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
