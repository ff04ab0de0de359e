// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dataworks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.Question;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.PartitionKey;

/**
 * One task instance, as an answer shows it. The answer is of now, the event of then: which run the event is about is told by
 * the time at which its body began, which all events of one run share.
 */
final class InstanceStory {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyyMMdd");
    private static final Duration LAG = Duration.ofSeconds(5);

    private final RawBody body;
    private final Question question;
    private final Fields instance;
    private final ZoneId zone;

    InstanceStory(RawBody body, Question question, JsonNode answer) {
        this.body = body;
        this.question = question;
        this.instance = Fields.of(answer.path("TaskInstance").isObject() ? answer.path("TaskInstance") : answer);
        this.zone = body.zone();
    }

    /** What a change of status tells. */
    Reading status(Fields data, String status) {
        Optional<Instant> began = data.time("beginRunningTime", ZoneOffset.UTC);
        Instant modified = data.time("modifyTime", ZoneOffset.UTC).orElse(body.receivedAt());
        Optional<Integer> current = instance.count("RunNumber", 1);
        if (current.isEmpty()) {
            return Reading.of(new Finding.Parked(Kind.SCHEMA, "RunNumber",
                    "the answer about the instance has no RunNumber: use the API of 2024-05-18"));
        }
        Memory memory = Memory.of(body.memory());
        Optional<Integer> number = number(memory, began, current.get());
        if (number.isEmpty()) {
            boolean lags = began.isPresent() && instance.time("StartedTime", ZoneOffset.UTC)
                    .filter(at -> at.isBefore(began.get())).isPresent();
            return Reading.of(lags
                    ? new Finding.Wanted(question, "the answer is older than the event", LAG)
                    : new Finding.Parked(Kind.UNCERTAIN_ATTEMPT, "data.beginRunningTime",
                            "the instance has been run again since, and nothing tells which run this was"));
        }
        if (memory.isOlder(number.get(), modified)) {
            return Reading.ignored("a newer change of the same run was told before");
        }
        Finding told = told(data, status, attempt(number.get()), began, modified);
        return Reading.of(told).remembering(memory.with(began, number.get(), modified).json());
    }

    /** What a person did to the run that the instance has now. */
    Finding byPerson(Optional<Instant> at, Function<Attempt, Finding> deed) {
        Optional<Integer> current = instance.count("RunNumber", 1);
        Optional<Instant> started = instance.time("StartedTime", ZoneOffset.UTC);
        boolean later = at.isPresent() && started.filter(start -> start.isAfter(at.get())).isPresent();
        if (current.isEmpty() || later && current.get() > 2) {
            return new Finding.Parked(Kind.UNCERTAIN_ATTEMPT, "RunNumber",
                    "the instance has been run again since, and nothing tells which run this was");
        }
        return deed.apply(attempt(later ? Math.max(1, current.get() - 1) : current.get()));
    }

    private Finding told(Fields data, String status, Attempt attempt, Optional<Instant> began, Instant modified) {
        String taskType = data.text("taskType").orElse("0");
        Instant ended = data.time("finishTime", ZoneOffset.UTC).orElse(modified);
        boolean dry = !taskType.equals("0") && !taskType.equals("1");
        return switch (status) {
            case "4" -> dry
                    ? new Finding.Ignored("nothing is run of an instance that is frozen or only tried")
                    : attempt.started(began.orElse(modified), Optional.empty());
            // a frozen instance "fails" at once, and must not be run by anybody else
            case "5" -> dry ? attempt.skipped(ended) : failed(attempt, ended);
            case "6" -> dry ? attempt.skipped(ended) : attempt.succeeded(ended);
            // its code has ended well, but checks decide: not yet a success
            case "7", "8" -> attempt.alive(modified);
            default -> attempt.unknown(modified, "status " + status);
        };
    }

    private static Finding failed(Attempt attempt, Instant at) {
        return attempt.failed(at, FailureKind.FAILED, RetryOutlook.UNSTATED, Optional.empty());
    }

    /** The number of the run whose body began at a time. */
    private Optional<Integer> number(Memory memory, Optional<Instant> began, int current) {
        Optional<Integer> known = began.flatMap(memory::number);
        if (known.isPresent() || began.isEmpty()) {
            return known.or(() -> Optional.of(current));
        }
        Optional<Instant> started = instance.time("StartedTime", ZoneOffset.UTC);
        if (started.isEmpty() || current == 1 || sameSecond(started.get(), began.get())) {
            return started.filter(at -> current == 1 && at.isBefore(began.get()) && !sameSecond(at, began.get()))
                    .isPresent() ? Optional.empty() : Optional.of(current);
        }
        // begun before what runs now: with two runs in all it was the first
        return started.get().isAfter(began.get()) && current == 2 ? Optional.of(1) : Optional.empty();
    }

    private static boolean sameSecond(Instant one, Instant other) {
        return one.getEpochSecond() == other.getEpochSecond();
    }

    private Attempt attempt(int number) {
        Optional<Instant> bizdate = instance.time("Bizdate", zone);
        Optional<Integer> period = instance.count("PeriodNumber", 2);
        String name = instance.text("TaskName").or(() -> instance.text("TaskId"))
                .orElse(question.arguments().getOrDefault("id", ""));
        String workspace = instance.text("ProjectId").map(id -> id + ".").orElse("");
        Map<String, String> values = new LinkedHashMap<>();
        bizdate.ifPresent(at -> values.put("bizdate", at.toString()));
        instance.time("TriggerTime", zone).ifPresent(at -> values.put("schedule_time", at.toString()));
        instance.text("PeriodNumber").ifPresent(text -> values.put("period", text));
        values.put("name", name);
        values.put("run", question.arguments().getOrDefault("id", ""));
        Optional<PartitionKey> day = bizdate.map(at -> new PartitionKey("bizdate=" + DAY.format(at.atZone(zone))
                + period.map(each -> "/period=" + each).orElse("")));
        return Attempt.of(Fields.job(body.source(), workspace + name),
                Fields.run(question.arguments().getOrDefault("id", "")), number, DataWorksFormat.NAME).deriving(day)
                .with(values);
    }

    /** The runs of an instance: when each began, and the newest change told of each. */
    private record Memory(ObjectNode json) {

        static Memory of(Optional<JsonNode> remembered) {
            return new Memory(remembered.filter(JsonNode::isObject).map(node -> ((ObjectNode) node).deepCopy())
                    .orElseGet(JsonNodeFactory.instance::objectNode));
        }

        Optional<Integer> number(Instant began) {
            return Fields.of(json.path("begun")).count(Long.toString(began.toEpochMilli()), 1);
        }

        boolean isOlder(int number, Instant modified) {
            return Fields.of(json.path("modified")).time(Integer.toString(number), ZoneOffset.UTC)
                    .filter(modified::isBefore).isPresent();
        }

        Memory with(Optional<Instant> began, int number, Instant modified) {
            began.ifPresent(at -> json.withObjectProperty("begun").put(Long.toString(at.toEpochMilli()), number));
            json.withObjectProperty("modified").put(Integer.toString(number), modified.toEpochMilli());
            return this;
        }
    }
}
