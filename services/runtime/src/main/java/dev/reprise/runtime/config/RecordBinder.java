// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.wire.Nearest;

/**
 * Makes a record of a tree. Jackson stops at the first fault, so what is faulty is noted, taken out and the rest tried
 * again: a round per fault, until it fits or nothing is left to take out.
 */
final class RecordBinder {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationDeserializer())).build();

    private final ConfigTree tree;
    private final TakenOut takenOut;

    RecordBinder(ConfigTree tree) {
        this.tree = tree;
        this.takenOut = new TakenOut(tree.root());
    }

    <T extends Record> T bind(Class<T> type) {
        @Nullable
        T bound = tryToFit(type);
        if (bound != null) {
            requireComplete("", tree.root(), bound);
        }
        if (bound == null || !tree.problems().isEmpty()) {
            throw new ConfigException(tree.problems());
        }
        return bound;
    }

    private <T extends Record> @Nullable T tryToFit(Class<T> type) {
        while (true) {
            try {
                return MAPPER.treeToValue(tree.root(), type);
            } catch (JacksonException e) {
                String path = ConfigPath.of(e.getPath());
                note(path, e);
                if (!remove(tree.root(), e.getPath())) {
                    return null;
                }
            }
        }
    }

    private void note(String path, JacksonException e) {
        switch (e) {
            case UnrecognizedPropertyException unknown -> noteUnknown(path, unknown);
            case ValueInstantiationException refused when refused.getCause() instanceof ConfigException own ->
                own.problems().forEach(problem -> report(problem.under(path)));
            case ValueInstantiationException refused when refused.getCause() instanceof NullPointerException ->
                noteMissing(path, refused);
            default -> {
                // What was taken out before may be missed now; it has been told already.
                if (!hasProblemWithin(path)) {
                    report(Mismatch.describe(path, e, valueAt(e.getPath())));
                }
            }
        }
    }

    private void report(ConfigProblem problem) {
        tree.report(takenOut.asWritten(problem));
    }

    private boolean hasProblemWithin(String path) {
        return tree.hasProblemWithin(takenOut.asWritten(ConfigProblem.of(path, "")).path());
    }

    private void noteUnknown(String path, UnrecognizedPropertyException unknown) {
        List<String> known = new ArrayList<>();
        Optional.ofNullable(unknown.getKnownPropertyIds())
                .ifPresent(ids -> ids.forEach(id -> known.add(String.valueOf(id))));
        String fix = Nearest.of(unknown.getPropertyName(), known).map(name -> "did you mean " + name + "?")
                .orElseGet(() -> "use one of " + String.join(", ", known.stream().sorted().toList()));
        report(ConfigProblem.of(path, "unknown key", fix));
    }

    private void noteMissing(String path, ValueInstantiationException refused) {
        JsonNode section = valueAt(refused.getPath());
        RecordComponent @Nullable [] components = refused.getType().getRawClass().getRecordComponents();
        for (RecordComponent component : components == null ? new RecordComponent[0] : components) {
            String below = ConfigPath.join(path, key(component));
            boolean absent = component.getType() != Optional.class && section.get(key(component)) == null;
            if (absent) {
                reportMissing(below);
            }
        }
        if (!hasProblemWithin(path)) {
            report(Mismatch.describe(path, refused, section));
        }
    }

    /** A record that does not look at its components may hold a null or an accidental zero, which must not go further. */
    private void requireComplete(String path, JsonNode section, Record bound) {
        if (!section.isObject()) {
            return; // a default, or a record written as one value
        }
        boolean hasOwnDefaults = Arrays.stream(bound.getClass().getDeclaredConstructors())
                .anyMatch(each -> each.isAnnotationPresent(JsonCreator.class));
        for (RecordComponent component : bound.getClass().getRecordComponents()) {
            String below = ConfigPath.join(path, key(component));
            Class<?> type = component.getType();
            boolean number = type.isPrimitive() && type != boolean.class;
            if (number && !hasOwnDefaults && section.path(key(component)).isMissingNode()) {
                reportMissing(below);
            } else {
                requireComplete(below, section.path(key(component)), read(component, bound));
            }
        }
    }

    private void requireComplete(String path, JsonNode section, @Nullable Object value) {
        switch (value) {
            case null -> reportMissing(path);
            case Record bound -> requireComplete(path, section, bound);
            case Optional<?> optional ->
                optional.filter(Record.class::isInstance)
                        .ifPresent(each -> requireComplete(path, section, (Record) each));
            case List<?> list -> {
                for (int index = 0; index < list.size(); index++) {
                    requireComplete(ConfigPath.join(path, Integer.toString(index)), section.path(index),
                            list.get(index));
                }
            }
            case Map<?, ?> map ->
                map.forEach((name, each) -> requireComplete(ConfigPath.join(path, String.valueOf(name)),
                        section.path(String.valueOf(name)), each));
            default -> {}
        }
    }

    private static @Nullable Object read(RecordComponent component, Record bound) {
        try {
            component.getAccessor().setAccessible(true); // the record itself may be private to its package
            return component.getAccessor().invoke(bound);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    /** What was taken out for another reason has been told already. */
    private void reportMissing(String path) {
        if (!hasProblemWithin(path)) {
            report(ConfigProblem.of(path, "is required", "add it"));
        }
    }

    private static String key(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private JsonNode valueAt(List<JacksonException.Reference> path) {
        JsonNode at = tree.root();
        for (JacksonException.Reference reference : path) {
            at = reference.getPropertyName() == null
                    ? at.path(reference.getIndex())
                    : at.path(reference.getPropertyName());
        }
        return at;
    }

    /** Takes out what the path leads to, or the nearest level above it that is there. */
    private boolean remove(ObjectNode root, List<JacksonException.Reference> path) {
        JsonNode holder = root;
        for (int depth = 0; depth < path.size(); depth++) {
            String level = ConfigPath.level(path.get(depth));
            boolean last = depth == path.size() - 1;
            JsonNode next = holder instanceof ArrayNode array
                    ? array.path(path.get(depth).getIndex())
                    : holder.path(level);
            if (next.isMissingNode()) {
                return false;
            }
            if (last) {
                return holder instanceof ObjectNode object
                        ? object.remove(level) != null
                        : holder instanceof ArrayNode array && takenOut.remove(array, path.get(depth).getIndex());
            }
            holder = next;
        }
        return false;
    }
}
