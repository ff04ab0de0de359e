// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Signatures of requests as they arrive, recomputed. A wrong region, service, time, header, path or body in how the
 * libraries are called gives another signature; so does a client that changes the request after it was signed.
 */
class SignatureTest {
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final String TOKEN = "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMic"
            + "RXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5"
            + "VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9"
            + "KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

    /** Vectors of AWS's Signature Version 4 test suite, by their names there. */
    @Test
    void shouldKnowThePublishedVectorsOfAws() {
        assertThat(vector("GET", "", Map.of())).as("get-vanilla")
                .isEqualTo("5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        assertThat(vector("POST", "", Map.of())).as("post-vanilla")
                .isEqualTo("5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
        assertThat(vector("POST", "", Map.of("my-header1", "value1"))).as("post-header-key-sort")
                .isEqualTo("c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c");
        assertThat(vector("POST", "Param1=value1", Map.of("content-type", "application/x-www-form-urlencoded")))
                .as("post-x-www-form-urlencoded")
                .isEqualTo("ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
        assertThat(vector("POST", "", Map.of("x-amz-security-token", TOKEN))).as("post-sts-header-before")
                .isEqualTo("85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead");
    }

    /** The example with fixed parameters of Alibaba Cloud's description of its signature V3. */
    @Test
    void shouldKnowThePublishedExampleOfAlibabaCloud() {
        Map<String, String> headers = new TreeMap<>(Map.of("host", "ecs.cn-shanghai.aliyuncs.com", "x-acs-action",
                "RunInstances", "x-acs-content-sha256", ReferenceSignature.hash(""), "x-acs-date",
                "2023-10-26T10:22:32Z", "x-acs-signature-nonce", "3156853299f313e23d1673dc12e1703d", "x-acs-version",
                "2014-05-26"));
        Play.Request request = new Play.Request("POST",
                "/?ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai", "", headers);
        assertThat(ReferenceSignature.alibaba(request, List.copyOf(headers.keySet()), "YourAccessKeySecret"))
                .isEqualTo("06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0");
    }

    @ParameterizedTest
    @CsvSource({"AWS_REDRIVE, states", "AWS_START_EXECUTION, states", "AWS_START_JOB_RUN, glue",
        "AWS_ADD_STEP, elasticmapreduce"})
    void shouldSignWhatArrivesAtAws(SchedulerAction action, String service) {
        for (Map<String, String> credentials : List.of(Map.<String, String>of(), Map.of("session-token", TOKEN))) {
            Map<String, String> settings = new TreeMap<>(credentials);
            settings.putAll(Map.of("region", "eu-west-1", "access-key-id", "key-id", "secret-access-key",
                    "${env:SECRET}"));
            switch (action) {
                case AWS_START_EXECUTION -> settings.putAll(Map.of("state-machine", StepFunctionsPlay.MACHINE,
                        "input.ds", "día +/%2F {{partition.ds}}"));
                case AWS_START_JOB_RUN -> settings.putAll(Map.of("job", "nightly", "arguments.ds", "día +/%2F"));
                default -> {
                    // needs nothing more
                }
            }
            List<Play.Request> requests = requests(action, settings, playOf(action), runOf(action));
            assertThat(requests).hasSizeGreaterThan(1).allSatisfy(request -> {
                ReferenceSignature.Stated stated = ReferenceSignature.Stated.in(request.header("Authorization"));
                assertThat(request.header("Authorization")).startsWith(
                        "AWS4-HMAC-SHA256 Credential=key-id/20261129/eu-west-1/" + service + "/aws4_request, ");
                assertThat(request.header("x-amz-date")).isEqualTo("20261129T060000Z");
                assertThat(stated.headers()).contains("host", "x-amz-date", "x-amz-target", "content-type");
                assertThat(stated.headers().contains("x-amz-security-token")).isEqualTo(!credentials.isEmpty());
                assertThat(stated.signature()).isEqualTo(
                        ReferenceSignature.aws(request, stated.headers(), SECRET, "eu-west-1", service));
            });
        }
    }

    @Test
    void shouldSignWhatArrivesAtDataWorks() {
        List<Play.Request> requests = requests(SchedulerAction.DATAWORKS_RERUN,
                Map.of("access-key-id", "key-id", "access-key-secret", "${env:SECRET}", "security-token",
                        TOKEN),
                new DataWorksPlay(), "4711");
        assertThat(requests).extracting(Play.Request::method).containsExactly("GET", "POST");
        assertThat(requests).allSatisfy(request -> {
            ReferenceSignature.Stated stated = ReferenceSignature.Stated.in(request.header("Authorization"));
            assertThat(request.header("Authorization")).startsWith("ACS3-HMAC-SHA256 Credential=key-id,");
            assertThat(request.header("x-acs-date")).isEqualTo("2026-11-29T06:00:00Z");
            assertThat(request.header("x-acs-content-sha256")).isEqualTo(ReferenceSignature.hash(request.body()));
            assertThat(stated.headers()).contains("host", "x-acs-action", "x-acs-version", "x-acs-date",
                    "x-acs-signature-nonce", "x-acs-content-sha256", "x-acs-security-token");
            assertThat(stated.signature())
                    .isEqualTo(ReferenceSignature.alibaba(request, stated.headers(), SECRET));
        });
        assertThat(requests).extracting(request -> request.header("x-acs-signature-nonce")).doesNotHaveDuplicates();
    }

    private static String vector(String method, String body, Map<String, String> more) {
        Map<String, String> headers = new TreeMap<>(more);
        headers.put("host", "example.amazonaws.com");
        headers.put("x-amz-date", "20150830T123600Z");
        return ReferenceSignature.aws(new Play.Request(method, "/", body, headers), List.copyOf(headers.keySet()),
                SECRET, "us-east-1", "service");
    }

    private static Play playOf(SchedulerAction action) {
        return switch (action) {
            case AWS_START_JOB_RUN -> new GluePlay();
            case AWS_ADD_STEP -> new EmrPlay();
            default -> new StepFunctionsPlay();
        };
    }

    private static String runOf(SchedulerAction action) {
        return switch (action) {
            case AWS_START_JOB_RUN -> "jr_1";
            case AWS_ADD_STEP -> "j-2AXXXXXXGAPLF/s-1";
            default -> StepFunctionsPlay.FAILED;
        };
    }

    private static List<Play.Request> requests(SchedulerAction action, Map<String, String> settings, Play play,
            String run) {
        try (StubServer server = new StubServer(play)) {
            Map<String, String> all = new TreeMap<>(settings);
            all.put("url", server.url());
            new SchedulerTargets(HttpSettings.defaults(), new Secrets(Map.of("SECRET", SECRET)::get),
                    new WireCodec().mapper(), () -> Instant.parse("2026-11-29T06:00:00.5Z"))
                    .of(new TargetSpec.Scheduler(action, all, new DispatchClass.Opaque(), Duration.ofSeconds(60)))
                    .call(Subjects.request(run));
            List<Play.Request> requests = new ArrayList<>();
            server.exchanges().forEach(exchange -> requests.add(exchange.request()));
            return requests;
        }
    }
}
