// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.wire.MalformedMessageException.Kind;

class WireCodecTest {
    private static final Instant TIME = Instant.parse("2026-11-29T02:14:07Z");
    private static final String FAILED = WireType.RUN_FAILED.ceType();
    private static final String SHORT = "{\"job\":\"etl/load\",\"partition\":\"ds=2026-11-28\",\"run\":\"run-1\"}";
    private final WireCodec codec = new WireCodec();

    @Test
    void shouldReadBackTheHeadersAndDataItWrites() {
        RunSucceeded message = new RunSucceeded(new JobId("etl", "load"), PartitionKey.WHOLE_JOB, new RunId("run-1"), 1,
                TIME, "airflow", SuccessProof.OWNER);
        CloudEventAttributes attributes = new CloudEventAttributes("id-1", "/airflow", WireType.RUN_SUCCEEDED.ceType(),
                Optional.of(TIME), Optional.of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));

        WireMessage read = codec.read(codec.headers(attributes), codec.write(message));

        assertThat(read).isEqualTo(new WireMessage(attributes, WireType.RUN_SUCCEEDED, message));
    }

    @Test
    void shouldTakeWhatAShortEventLeavesOutFromTheTableAndTheAttributes() {
        WireMessage read = codec.read(headers(FAILED), SHORT.getBytes(UTF_8));

        assertThat(read.data()).isEqualTo(new RunFailed(new JobId("etl", "load"), new PartitionKey("ds=2026-11-28"),
                new RunId("run-1"), 1, TIME, "/airflow", FailureKind.FAILED, RetryOutlook.UNSTATED,
                RunPhase.MAY_HAVE_RUN, Optional.empty()));
    }

    @Test
    void shouldPreferTheDataToTheAttributes() {
        String data = SHORT.replace("}", ",\"at\":\"2026-11-29T01:00:00Z\",\"source\":\"airflow\"}");

        RunFailed read = (RunFailed) codec.read(headers(FAILED), data.getBytes(UTF_8)).data();

        assertThat(read.at()).isEqualTo(Instant.parse("2026-11-29T01:00:00Z"));
        assertThat(read.source()).isEqualTo("airflow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/cloudevents+json", "Application/CloudEvents+JSON; charset=UTF-8"})
    void shouldReadStructuredMode(String contentType) {
        String event = "{\"specversion\":\"1.0\",\"id\":\"id-1\",\"source\":\"/airflow\",\"type\":\"" + FAILED
                + "\",\"time\":\"2026-11-29T10:14:07+08:00\",\"data\":" + SHORT + "}";

        WireMessage read = codec.read(Map.of("content-type", contentType.getBytes(UTF_8)), event.getBytes(UTF_8));

        assertThat(read.attributes())
                .isEqualTo(new CloudEventAttributes("id-1", "/airflow", FAILED, Optional.of(TIME), Optional.empty()));
        assertThat(((RunFailed) read.data()).at()).isEqualTo(TIME);
        assertThat(codec.readStructured(codec.mapper().readTree(event))).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce_id", "ce_source", "ce_type"})
    void shouldNameTheAttributeThatIsMissing(String name) {
        Map<String, byte[]> headers = headers(FAILED);
        headers.remove(name);

        MalformedMessageException refused = refused(headers, SHORT);

        assertThat(refused.kind()).isEqualTo(Kind.ENVELOPE);
        assertThat(refused.field()).isEqualTo(name);
        assertThat(refused).hasMessage("attribute " + name + " is missing: CloudEvents 1.0 requires it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "dev.reprise.run.faild.v1 | did you mean dev.reprise.run.failed.v1?",
        "com.example.order.placed | see the list of message types"})
    void shouldHelpWithAnUnknownType(String type, String help) {
        MalformedMessageException refused = refused(headers(type), SHORT);

        assertThat(refused.kind()).isEqualTo(Kind.UNKNOWN_TYPE);
        assertThat(refused).hasMessage("type '" + type + "' is unknown in this version: " + help);
    }

    @Test
    void shouldNameATimeThatIsNone() {
        Map<String, byte[]> headers = headers(FAILED);
        headers.put("ce_time", "yesterday".getBytes(UTF_8));

        assertThat(refused(headers, SHORT)).hasMessageStartingWith("time 'yesterday' is no time of RFC 3339");
    }

    @Test
    void shouldRefuseABatch() {
        MalformedMessageException refused = refused(
                Map.of("content-type", "application/cloudevents-batch+json".getBytes(UTF_8)), "[]");

        assertThat(refused.field()).isEqualTo("content-type");
    }

    @Test
    void shouldRefuseARecordWithoutValue() {
        MalformedMessageException refused = catchThrowableOfType(
                MalformedMessageException.class, () -> codec.read(headers(FAILED), null));

        assertThat(refused.kind()).isEqualTo(Kind.EMPTY);
        assertThat(refused(headers(FAILED), "").kind()).isEqualTo(Kind.EMPTY);
    }

    @Test
    void shouldRefuseAValueThatIsTooLarge() {
        MalformedMessageException refused = refused(headers(FAILED), " ".repeat(WireCodec.MAX_VALUE_BYTES + 1));

        assertThat(refused.kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(refused).hasMessage("the value has 1048577 bytes: at most 1048576");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "nonsense", "{\"job\":", "{\"job\":\"a/b\"} {}", "{\"run\":\"r\",\"run\":\"s\"}", "{'job':'a/b'}"})
    void shouldRefuseWhatIsNoJson(String value) {
        assertThat(refused(headers(FAILED), value).kind()).isEqualTo(Kind.SYNTAX);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[] | '' | the data is no JSON object: give one with its fields",
        "{} | job | job is missing: give it",
        "{\"job\":null} | job | job is missing: give it",
        "{\"job\":\"a\"} | partition | partition is missing: give it",
        "{\"job\":\"a\",\"partition\":\"p\",\"run\":\"r\"} | job | job 'a' is not NAMESPACE/NAME: write a slash inside a part"
                + " as %2F",
        "{\"job\":\"a/b\",\"partition\":\"p\",\"run\":\"r\",\"attempt\":0} | attempt | attempt is 0: attempts count from 1",
        "{\"job\":\"a/b\",\"partition\":\"p\",\"run\":\"r\",\"error\":7} | error | error is no JSON object: give one with its"
                + " fields",
        "{\"job\":\"a/b\",\"partition\":\"p\",\"run\":\"r\",\"error\":{}} | error.message | error.message is missing: give it"})
    void shouldNameTheFieldThatIsWrong(String data, String field, String message) {
        MalformedMessageException refused = refused(headers(FAILED), data);

        assertThat(refused.kind()).isEqualTo(Kind.SCHEMA);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "\"one\"", "{}", "99999999999"})
    void shouldRefuseAnAttemptThatIsNoWholeNumber(String attempt) {
        assertThat(refused(headers(FAILED), SHORT.replace("}", ",\"attempt\":" + attempt + "}")).field())
                .isEqualTo("attempt");
    }

    @Test
    void shouldNeedATimeFromSomewhere() {
        Map<String, byte[]> headers = headers(FAILED);
        headers.remove("ce_time");

        assertThat(refused(headers, SHORT)).hasMessage("at is missing: give it");
    }

    @Test
    void shouldIgnoreUnknownFields() {
        String newer = SHORT.replace("}", ",\"colour\":\"red\",\"error\":{\"message\":\"m\",\"line\":{\"n\":7}}}");

        RunFailed read = (RunFailed) codec.read(headers(FAILED), newer.getBytes(UTF_8)).data();

        assertThat(read.error()).hasValueSatisfying(error -> assertThat(error.message()).isEqualTo("m"));
    }

    @Test
    void shouldTakeNullAsLeftOut() {
        String data = SHORT.replace("}",
                ",\"attempt\":null,\"retry\":null,\"error\":null,\"at\":null,\"source\":null}");

        assertThat(codec.read(headers(FAILED), data.getBytes(UTF_8)))
                .isEqualTo(codec.read(headers(FAILED), SHORT.getBytes(UTF_8)));
    }

    /** A word of a newer version is read as the one that makes Reprise careful. */
    @ParameterizedTest
    @CsvSource({
        "run.failed.v1, kind, FAILED", "run.failed.v1, retry, UNSTATED", "run.failed.v1, phase, MAY_HAVE_RUN",
        "run.succeeded.v1, proof, OBSERVER", "run.killed.v1, by, UNKNOWN", "run.reconciled.v1, state, UNKNOWN",
        "instance.v1, status, UNRECOGNISED", "instance.v1, reason, UNRECOGNISED", "alert.firing.v1, severity, CRITICAL",
        "job.v1, policy/idempotency, UNKNOWN", "job.v1, policy/rerun, NEVER", "job.v1, policy/whenUnknown, ALERT",
        "job.v1, policy/mode, SHADOW", "job.v1, policy/cascade/onRewrite, LIST",
        "job.v1, policy/admission/release, MANUAL", "job.v1, analysis/verdict, UNKNOWN",
        "job.v1, policy/failureRules/0/failureClass, UNKNOWN", "admission.ruled.v1, ruling, HELD",
        "admission.settled.v1, outcome, FAILED", "control.v1, kind, FREEZE", "storm.v1, state, OPEN"})
    void shouldReadAnUnknownWordAsTheCautiousOne(String schema, String path, String expected) {
        WireType type = WireType.ofCeType("dev.reprise." + schema).orElseThrow();
        byte[] newer = codec.mapper().writeValueAsBytes(Trees.with(Samples.full(type), "/" + path, "NEWER_WORD"));

        Record read = codec.read(type, newer);

        assertThat(codec.mapper().<JsonNode>valueToTree(read).at("/" + path).asString())
                .isEqualTo(expected);
    }

    /** What a policy came to say later: an older registry's entry says nothing of it, and is read all the same. */
    @Test
    void shouldReadAJobOfBeforeItsLaterFields() {
        JsonNode older = Samples.full(WireType.JOB);
        ((ObjectNode) older).remove("analysis");
        ((ObjectNode) older.get("policy")).remove(List.of("mode", "trustAfterFailure", "budgets", "failureRules",
                "overrides", "admission", "deadline", "expectedDuration", "blackouts", "cascade"));

        JobDefinition read = (JobDefinition) codec.read(WireType.JOB, codec.mapper().writeValueAsBytes(older));

        Policy policy = read.policy();
        assertThat(policy).isEqualTo(new PolicyBuilder(policy).mode(RerunMode.LIVE).trustAfterFailure(false)
                .budgets(List.of()).failureRules(List.of()).overrides(List.of()).admission(Optional.empty())
                .deadline(Optional.empty()).expectedDuration(Optional.empty()).blackouts(List.of())
                .cascade(Cascade.NONE).build());
        assertThat(read.analysis()).isEmpty();
    }

    @Test
    void shouldReadCommandsDecisionsAndAlertsOfBeforeTheirLaterFields() {
        assertThat(Stream.of(WireType.START_RERUN, WireType.DECISION, WireType.ALERT_FIRING)
                .map(type -> codec.mapper().writeValueAsString(
                        codec.read(type, Samples.bytes(type, "valid-minimal.json")))))
                .allSatisfy(written -> assertThat(written).containsAnyOf("\"overrides\":{}", "\"findings\":[]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "policy/budgets/0 | {\"failureClass\":\"DATA\"} | policy.budgets[0].reruns | policy.budgets[0].reruns is missing:"
                + " give it",
        "policy/budgets/1 | 3 | policy.budgets[1] | policy.budgets[1] is no JSON object: give one with its fields",
        "policy/budgets | {} | policy.budgets | policy.budgets is no JSON array: give a list, with [ and ]",
        "policy/blackouts/0/to | \"22:00\" | policy.blackouts[0].to | to is the same as from: give a window of some length",
        "policy/deadline/zone | \"+08:00\" | policy.deadline.zone | zone is '+08:00', an offset: give a zone of the IANA"
                + " database such as Asia/Shanghai"})
    void shouldNameTheEntryOfAListThatIsWrong(String path, String value, String field, String message) {
        byte[] data = codec.mapper().writeValueAsBytes(
                Trees.with(Samples.full(WireType.JOB), "/" + path, codec.mapper().readTree(value)));

        MalformedMessageException refused = catchThrowableOfType(
                MalformedMessageException.class, () -> codec.read(WireType.JOB, data));

        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused).hasMessage(message);
    }

    @Test
    void shouldRefuseAnUnknownWordThatHasNoCautiousReading() {
        byte[] newer = codec.mapper().writeValueAsBytes(
                Trees.with(Samples.full(WireType.NOTIFICATION), "/told", "NEWER_WORD"));

        MalformedMessageException refused = catchThrowableOfType(
                MalformedMessageException.class, () -> codec.read(WireType.NOTIFICATION, newer));

        assertThat(refused).hasMessage("told is unknown: give one of NOTHING, FIRING, RESOLVED");
    }

    @Test
    void shouldNotWriteWhatBreaksTheSchemaWhenStrict() {
        DecisionRecord unwritable = new DecisionRecord(new JobId("a", "b"), PartitionKey.WHOLE_JOB, TIME,
                new Decision.Suppress(Reason.UNRECOGNISED, Optional.empty()),
                new Cause("timer settle", Optional.empty(), Optional.empty(), Optional.empty()), "none", 0, 0,
                Optional.empty(), InstanceStatus.IDLE, InstanceStatus.IDLE, Optional.empty(),
                Optional.empty(), Optional.empty(), "");

        MalformedMessageException refused = catchThrowableOfType(
                MalformedMessageException.class, () -> WireCodec.strict().write(unwritable));

        assertThat(refused.field()).isEqualTo("decision.reason");
        assertThat(refused).hasMessageStartingWith("dev.reprise.decision.v1 breaks its schema: decision.reason is");
        assertThat(codec.write(unwritable)).isNotEmpty();
    }

    @Test
    void shouldRefuseToWriteARecordOutsideTheContract() {
        assertThatIllegalArgumentException().isThrownBy(() -> codec.write(new CloudEventAttributes(
                "id-1", "/airflow", FAILED, Optional.empty(), Optional.empty())))
                .withMessageEndingWith("is no message of the contract");
    }

    @Test
    void shouldWriteTimesAsText() {
        assertThat(codec.mapper().writeValueAsString(Map.of("at", TIME)))
                .isEqualTo("{\"at\":\"2026-11-29T02:14:07Z\"}");
        assertThat(codec.mapper().writeValueAsString(Duration.ofMillis(1500))).isEqualTo("\"PT1.5S\"");
    }

    private MalformedMessageException refused(Map<String, byte[]> headers, String value) {
        return catchThrowableOfType(
                MalformedMessageException.class, () -> codec.read(headers, value.getBytes(UTF_8)));
    }

    private static Map<String, byte[]> headers(String type) {
        Map<String, byte[]> headers = new HashMap<>();
        headers.put("ce_specversion", "1.0".getBytes(UTF_8));
        headers.put("ce_id", "id-1".getBytes(UTF_8));
        headers.put("ce_source", "/airflow".getBytes(UTF_8));
        headers.put("ce_type", type.getBytes(UTF_8));
        headers.put("ce_time", TIME.toString().getBytes(UTF_8));
        headers.put("content-type", "application/json".getBytes(UTF_8));
        return headers;
    }
}
