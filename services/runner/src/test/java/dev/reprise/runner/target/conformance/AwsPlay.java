// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

/** A service of AWS: one address, signed requests, errors by name. */
abstract class AwsPlay extends Play {
    private final String service;
    private final String prefix;

    AwsPlay(String service, String prefix) {
        this.service = service;
        this.prefix = prefix;
    }

    /** Whether the action asks for a rerun. */
    abstract boolean isCallOf(String action);

    /** Answers a request that is signed. */
    abstract Answer answer(String action, Request request);

    @Override
    final boolean isCall(Request request) {
        return isCallOf(action(request));
    }

    @Override
    final Answer answer(Request request) {
        String signature = request.header("Authorization");
        boolean whole = signature.startsWith("AWS4-HMAC-SHA256 Credential=key-id/")
                && signature.contains("/eu-west-1/" + service + "/aws4_request")
                && signature.contains("SignedHeaders=content-type;host;")
                && signature.contains("x-amz-target")
                && request.header("Content-Type").startsWith("application/x-amz-json-1.")
                && request.header("X-Amz-Target").startsWith(prefix + ".");
        return whole ? answer(action(request), request) : error("InvalidSignatureException");
    }

    @Override
    final Answer refusal() {
        return error("ValidationException");
    }

    static Answer error(String name) {
        return new Answer(400, "{\"__type\":\"com.amazonaws.model#" + name + "\",\"message\":\"no\"}");
    }

    private static String action(Request request) {
        String target = request.header("X-Amz-Target");
        return target.substring(target.indexOf('.') + 1);
    }
}
