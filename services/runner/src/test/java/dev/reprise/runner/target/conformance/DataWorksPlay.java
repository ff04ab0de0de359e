// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

/** DataWorks: a failed task instance behind signed requests. */
final class DataWorksPlay extends Play {
    private String status = "Failure";
    private int number = 1;

    @Override
    boolean isCall(Request request) {
        return request.header("x-acs-action").equals("RerunTaskInstances");
    }

    @Override
    Answer answer(Request request) {
        if (!request.header("Authorization").startsWith("ACS3-HMAC-SHA256 Credential=key-id,SignedHeaders=")
                || !request.header("x-acs-version").equals("2024-05-18")) {
            return new Answer(403, "{\"Code\":\"SignatureDoesNotMatch\",\"Message\":\"no\",\"RequestId\":\"1\"}");
        }
        if (!isCall(request)) {
            return new Answer(200, "{\"RequestId\":\"22C97E95\",\"TaskInstance\":{\"Id\":4711,\"Status\":\"" + status
                    + "\",\"RunNumber\":" + number
                    + ",\"RerunMode\":\"FailureAllowed\",\"Bizdate\":1795795200000}}");
        }
        if (!status.equals("Failure")) {
            return refusal();
        }
        status = "WaitResource";
        number++;
        begin();
        return new Answer(200,
                "{\"RequestId\":\"22C97E95\",\"SuccessInfo\":{\"4711\":{\"Success\":true,\"Message\":\"\"}}}");
    }

    @Override
    Answer refusal() {
        return new Answer(200, "{\"RequestId\":\"22C97E95\",\"SuccessInfo\":{\"4711\":{\"Success\":false,"
                + "\"Message\":\"The instance cannot be rerun.\"}}}");
    }

    @Override
    Answer conflict() {
        return refusal();
    }

    @Override
    void takeByOther() {
        status = "Running";
        number++;
    }

    @Override
    void failAgain() {
        status = "Failure";
    }
}
