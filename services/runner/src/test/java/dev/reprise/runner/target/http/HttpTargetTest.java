// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

class HttpTargetTest {
    private static final InstanceId INSTANCE = new InstanceId(new JobId("ns", "orders"),
            new PartitionKey("ds=2026-11-28/region=e u\"\\/?&"));
    private static final AttemptId FAILED = new AttemptId(new RunId("run-1"), 1);
    private static final TargetRequest REQUEST = new TargetRequest(RerunId.ofFailure(INSTANCE, FAILED), INSTANCE, 1,
            Optional.of(FAILED), Map.of(), 5, 8, Instant.EPOCH, "");
    private static final Traceparent PLACE = new Traceparent("a".repeat(32), "b".repeat(16), "01");
    private static final TargetRequest TRACED = REQUEST.at(Optional.of(PLACE));
    private static final WireMockServer SERVER = new WireMockServer(wireMockConfig().dynamicPort().containerThreads(8));

    @BeforeAll
    static void start() {
        SERVER.start();
    }

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    @BeforeEach
    void reset() {
        SERVER.resetAll();
    }

    @Test
    void shouldEscapeEachValueForItsPlace() {
        answers(201, "{\"data\":{\"id\":\"ext-7\"}}");
        CallOutcome outcome = target(spec("/run/{{partition.region}}?p={{partition}}",
                Map.of("Authorization", "Bearer ${env:TOKEN}", "X-Run", "{{run}}"),
                "{\"p\":\"{{partition.region}}\",\"key\":\"{{rerunId}}\"}")).call(REQUEST);
        assertThat(outcome).isEqualTo(new CallOutcome.Accepted(new RunId("ext-7"), false));
        SERVER.verify(1, postRequestedFor(
                urlEqualTo("/run/e%20u%22%5C?p=ds%3D2026-11-28%2Fregion%3De%20u%22%5C%2F%3F%26"))
                .withHeader("Authorization", equalTo("Bearer s3cret-token"))
                .withHeader("X-Run", equalTo("run-1"))
                .withHeader("Idempotency-Key", equalTo(REQUEST.rerunId().value()))
                .withRequestBody(equalToJson(
                        "{\"p\":\"e u\\\"\\\\\",\"key\":\"" + REQUEST.rerunId() + "\"}")));
    }

    @Test
    void shouldSayWhereInATraceTheCallStands() {
        answers(201, "{}");
        target(plain()).call(TRACED);
        target(spec("/own", Map.of("Traceparent", "mine"), "{}")).call(TRACED);
        target(spec("/none", Map.of(), "{}")).call(REQUEST);

        SERVER.verify(1, postRequestedFor(urlEqualTo("/")).withHeader("traceparent", equalTo(PLACE.toString())));
        SERVER.verify(1, postRequestedFor(urlEqualTo("/own")).withHeader("traceparent", equalTo("mine")));
        SERVER.verify(1, postRequestedFor(urlEqualTo("/none")).withoutHeader("traceparent"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 422, 307, 308})
    void shouldTakeAClearNoForANo(int status) {
        answers(status, "no");
        assertThat(target(plain()).call(REQUEST)).isInstanceOf(CallOutcome.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 303, 408, 409, 500, 502, 503, 504})
    void shouldTakeAnythingElseForADoubt(int status) {
        answers(status, "who knows");
        assertThat(target(plain()).call(REQUEST)).isInstanceOf(CallOutcome.Unknown.class);
        SERVER.verify(1, postRequestedFor(anyUrl()));
    }

    @Test
    void shouldTryLaterWhatIsTooManyNow() {
        answers(429, "slow down");
        assertThat(target(plain()).call(REQUEST)).isEqualTo(new CallOutcome.NotSent("answered 429: slow down"));
        SERVER.verify(1, postRequestedFor(anyUrl()));
    }

    @Test
    void shouldNotFollowRedirects() {
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(307).withHeader("Location", "/elsewhere")));
        assertThat(target(plain()).call(REQUEST)).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.detail()).contains("final address"));
        SERVER.verify(1, postRequestedFor(anyUrl()));
    }

    @Test
    void shouldReadAnErrorInsideAnAnswerOfSuccess() {
        HttpSuccess success = new HttpSuccess(List.of(200), Optional.of("/code"), Optional.of("0"), Optional.empty());
        answers(200, "{\"code\":10000,\"msg\":\"bad\"}");
        assertThat(target(spec(success)).call(REQUEST)).isInstanceOf(CallOutcome.Unknown.class);
        answers(200, "{\"code\":0}");
        assertThat(target(spec(success)).call(REQUEST))
                .isEqualTo(new CallOutcome.Accepted(REQUEST.rerunId().asRun(), false));
    }

    @Test
    void shouldAdoptOnlyWhatTheQueryFinds() {
        TargetSpec.Http spec = withQuery(plain());
        answers(500, "boom");
        SERVER.stubFor(get(urlEqualTo("/runs/" + REQUEST.rerunId())).willReturn(aResponse().withStatus(200)));
        assertThat(target(spec).call(REQUEST)).isInstanceOfSatisfying(CallOutcome.Accepted.class,
                accepted -> assertThat(accepted.adopted()).isTrue());
        SERVER.stubFor(get(urlEqualTo("/runs/" + REQUEST.rerunId())).willReturn(aResponse().withStatus(404)));
        assertThat(target(spec).call(REQUEST)).isInstanceOf(CallOutcome.Unknown.class);
        SERVER.stubFor(get(urlEqualTo("/runs/" + REQUEST.rerunId())).willReturn(aResponse().withStatus(503)));
        assertThat(target(spec).query(REQUEST)).isInstanceOf(QueryOutcome.Unknown.class);
    }

    @Test
    void shouldBoundAnswersAndKeepSecretsOutOfThem() {
        answers(400, "you sent s3cret-token\n" + "x".repeat(10 * 1024 * 1024));
        TargetSpec.Http spec = spec("/", Map.of("Authorization", "Bearer ${env:TOKEN}"), "{}");
        assertThat(target(spec).call(REQUEST)).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.detail()).startsWith("answered 400: you sent *** xxx")
                        .hasSizeLessThan(600));
    }

    @Test
    void shouldBoundAnAnswerThatNeverEnds() {
        SERVER.stubFor(any(anyUrl()).willReturn(
                aResponse().withStatus(201).withBody("x".repeat(1000)).withChunkedDribbleDelay(100, 60_000)));
        long began = System.nanoTime();
        assertThat(target(plain()).call(REQUEST)).isInstanceOf(CallOutcome.Unknown.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void shouldRefuseBeforeAnythingIsSent() {
        assertThat(refusal(spec("/{{nothing}}", Map.of(), "{}"))).contains("url").contains("{{nothing}}");
        assertThat(refusal(spec("/", Map.of("X-A", "a\r\nX-Evil: 1"), "{}"))).contains("headers.X-A");
        assertThat(refusal(spec("/", Map.of("X-{{name}}", "1"), "{}"))).contains("no placeholders");
        assertThat(refusal(spec("/", Map.of("Host", "evil"), "{}"))).contains("headers.Host");
        assertThat(refusal(spec("/", Map.of("Authorization", "${env:GONE}"), "{}"))).contains("${env:GONE}");
        assertThat(refusal(spec("/runs/../x", Map.of(), "{}"))).contains("url has . or ..");
        assertThat(refusal(withUrl("http://user:pass@127.0.0.1/x"))).contains("Authorization");
        SERVER.verify(0, postRequestedFor(anyUrl()));
    }

    private static String refusal(TargetSpec.Http spec) {
        CallOutcome outcome = target(spec).call(REQUEST);
        assertThat(outcome).isInstanceOf(CallOutcome.Refused.class);
        return ((CallOutcome.Refused) outcome).detail();
    }

    private static void answers(int status, String body) {
        SERVER.stubFor(any(anyUrl()).atPriority(9).willReturn(aResponse().withStatus(status).withBody(body)));
    }

    private static Target target(TargetSpec.Http spec) {
        return new HttpTargets(HttpSettings.defaults(), new Secrets(Map.of("TOKEN", "s3cret-token")::get),
                new WireCodec().mapper()).of(spec);
    }

    private static TargetSpec.Http plain() {
        return spec("/", Map.of(), "{}");
    }

    private static TargetSpec.Http spec(String path, Map<String, String> headers, String body) {
        return spec(SERVER.baseUrl() + path, headers, body,
                new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.of("/data/id")));
    }

    private static TargetSpec.Http spec(HttpSuccess success) {
        return spec(SERVER.baseUrl() + "/", Map.of(), "{}", success);
    }

    private static TargetSpec.Http spec(String url, Map<String, String> headers, String body, HttpSuccess success) {
        return new TargetSpec.Http("POST", url, headers, Optional.of(body), Optional.of("Idempotency-Key"), success,
                Optional.empty(), Optional.empty(), new DispatchClass.Opaque(), Duration.ofSeconds(10));
    }

    private static TargetSpec.Http withUrl(String url) {
        return spec(url, Map.of(), "{}",
                new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static TargetSpec.Http withQuery(TargetSpec.Http spec) {
        return new TargetSpec.Http(spec.method(), spec.url(), spec.headers(), spec.body(), spec.idempotencyKeyHeader(),
                spec.success(), Optional.of(new HttpQuery(SERVER.baseUrl() + "/runs/{{rerunId}}")), spec.fence(),
                spec.guarantee(),
                spec.timeout());
    }
}
