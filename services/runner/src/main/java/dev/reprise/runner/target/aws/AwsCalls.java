// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;

/** Signed requests to one service of AWS, and what the names of its errors mean; nearly all of them come as a 400. */
final class AwsCalls {
    /** Errors that say by their name that nothing was done, and that it may be done later. */
    private static final Set<String> LATER = Set.of("ThrottlingException", "Throttling", "TooManyRequestsException",
            "RequestLimitExceeded", "KmsThrottlingException", "ExecutionLimitExceeded",
            "ResourceNumberLimitExceededException");
    /** Errors that do not say whether something was done. */
    private static final Set<String> UNSURE = Set.of("OperationTimeoutException", "InternalServiceException",
            "InternalServerException", "InternalServerError", "InternalFailure");

    private final Web web;
    private final Order order;
    private final AwsSignature signature;
    private final Part part;

    AwsCalls(Web web, Order order, InstantSource clock, Part part) {
        this.web = web;
        this.order = order;
        this.signature = new AwsSignature(order, clock);
        this.part = part;
    }

    /** A service: its name in signatures and in front of actions, and the version of JSON it speaks. */
    enum Part {
        STATES("states", "AWSStepFunctions", "1.0"), GLUE("glue", "AWSGlue", "1.1"), EMR("elasticmapreduce",
                "ElasticMapReduce", "1.1");

        private final String service;
        private final String prefix;
        private final String json;

        Part(String service, String prefix, String json) {
            this.service = service;
            this.prefix = prefix;
            this.json = json;
        }
    }

    /** Makes one request. */
    Reply ask(String action, ObjectNode document) {
        String address = order.address() + "/";
        Map<String, String> headers = Map.of("Content-Type", "application/x-amz-json-" + part.json,
                "X-Amz-Target", part.prefix + "." + action);
        return web.post(address, signature.headers(part.service, address, headers, web.json(document)), document);
    }

    /** Whether it is that error. */
    static boolean is(Reply reply, String error) {
        return reply instanceof Reply.Answer answer && error(answer).equals(error);
    }

    /** What a reply means for a look that is not the one hoped for. */
    static Sight unseen(Reply reply) {
        return reply instanceof Reply.Answer answer && (LATER.contains(error(answer)) || UNSURE.contains(error(answer)))
                ? new Sight.Unseen(answer.told())
                : Sight.of(reply);
    }

    /** What a reply means for a call that is no clear yes. */
    static Verdict verdict(Reply reply) {
        return switch (reply) {
            case Reply.Answer answer when LATER.contains(error(answer)) -> new Verdict.Later(answer.told());
            case Reply.Answer answer when UNSURE.contains(error(answer)) -> new Verdict.Unsure(answer.told());
            default -> Verdict.of(reply);
        };
    }

    /**
     * The same.
     *
     * @param conflict the error that says that something else holds the place
     */
    static Verdict verdict(Reply reply, String conflict) {
        return reply instanceof Reply.Answer answer && error(answer).equals(conflict)
                ? new Verdict.Denied(true, answer.told())
                : verdict(reply);
    }

    /** What a request meant that was only to prepare the call, and failed. */
    static Verdict unprepared(Reply reply) {
        return switch (unseen(reply)) {
            case Sight.Impossible impossible -> new Verdict.Denied(false, impossible.detail());
            case Sight.Unseen unseen -> new Verdict.Later(unseen.detail());
            case Sight.Ours _,Sight.Ready _,Sight.Moved _,Sight.Foreign _ ->
                new Verdict.Later("what is to be run could not be read");
        };
    }

    /** The name of an error: some services put a namespace before it. */
    private static String error(Reply.Answer answer) {
        if (answer.isObject()) {
            return "";
        }
        String type = answer.text("/__type");
        return List.of(type.split("#", -1)).getLast();
    }
}
