// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.aws.AwsFormat;
import dev.reprise.ingest.enquiry.Calls.Reply;
import dev.reprise.ingest.source.Question;
import dev.reprise.runtime.config.Secret;

/** {@code GetJobRun}, {@code DescribeStep} and {@code DescribeExecution}, signed by AWS's own library. */
final class AwsClient implements SourceClient {

    private final Calls calls;
    private final SourceSetting source;
    private final String region;
    private final AwsCredentialsIdentity identity;
    private final InstantSource clock;

    /** Uses the endpoints of a region, or the address of the setting for all services where there is one. */
    AwsClient(Calls calls, SourceSetting source, String region, String accessKey, Secret secret, InstantSource clock) {
        this.calls = calls;
        this.source = source;
        this.region = region;
        this.identity = source.token()
                .<AwsCredentialsIdentity>map(token -> AwsSessionCredentialsIdentity.create(accessKey, secret.reveal(),
                        token.reveal()))
                .orElseGet(() -> AwsCredentialsIdentity.create(accessKey, secret.reveal()));
        this.clock = clock;
    }

    /** A service: its name in signatures and endpoints, the call, the version of JSON it speaks, what the answer holds. */
    private record Call(String service, String action, String json, String holds) {}

    @Override
    public JsonNode ask(Question question) throws IOException, InterruptedException {
        Map<String, String> asked = question.arguments();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        return switch (question.call()) {
            case AwsFormat.JOB_RUN -> call(new Call("glue", "AWSGlue.GetJobRun", "1.1", "JobRun"),
                    body.put("JobName", asked.get("job")).put("RunId", asked.get("run")));
            case AwsFormat.STEP -> call(new Call("elasticmapreduce", "ElasticMapReduce.DescribeStep", "1.1", "Step"),
                    body.put("ClusterId", asked.get("cluster")).put("StepId", asked.get("step")));
            case AwsFormat.EXECUTION -> call(new Call("states", "AWSStepFunctions.DescribeExecution", "1.0", "input"),
                    body.put("executionArn", asked.get("arn")));
            default -> throw new IOException("nobody here asks AWS for " + question.call());
        };
    }

    private JsonNode call(Call call, ObjectNode question) throws IOException, InterruptedException {
        byte[] body = question.toString().getBytes(StandardCharsets.UTF_8);
        URI address = URI.create(source.url().orElseGet(() -> endpoint(call.service())).replaceAll("/+\\z", "") + "/");
        Reply reply = calls.post(address, signed(call, address, body), body);
        if (reply.status() != 200 || reply.json().path(call.holds()).isMissingNode()) {
            String error = reply.json().path("__type").asString("no code");
            throw new IOException("status " + reply.status() + ", " + error.substring(error.indexOf('#') + 1) + ": "
                    + reply.json().path("message").asString(reply.json().path("Message").asString("no message")));
        }
        return reply.json().path(call.holds()).isObject()
                ? reply.json().path(call.holds())
                : JsonNodeFactory.instance.objectNode().set(call.holds(), reply.json().path(call.holds()));
    }

    private String endpoint(String service) {
        return "https://" + service + "." + region + ".amazonaws.com" + (region.startsWith("cn-") ? ".cn" : "");
    }

    private Map<String, String> signed(Call call, URI address, byte[] body) {
        SdkHttpRequest request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(address)
                .putHeader("Content-Type", "application/x-amz-json-" + call.json())
                .putHeader("X-Amz-Target", call.action()).build();
        SignedRequest signed = AwsV4HttpSigner.create().sign(sign -> sign.identity(identity).request(request)
                .payload(() -> new ByteArrayInputStream(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, call.service())
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(clock.instant(), ZoneOffset.UTC)));
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        signed.request().headers().forEach((name, values) -> headers.put(name, values.getFirst()));
        headers.remove("Host"); // the client sends its own, with the same host and port
        return headers;
    }
}
