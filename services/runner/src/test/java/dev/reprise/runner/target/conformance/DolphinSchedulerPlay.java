// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

/**
 * DolphinScheduler: a failed workflow instance. Recovering changes its state with the command; repeating leaves the state
 * until a master fetches the command, which here nobody does.
 */
final class DolphinSchedulerPlay extends Play {
    private String state = "FAILURE";
    private int times = 1;

    @Override
    boolean isCall(Request request) {
        return request.method().equals("POST");
    }

    @Override
    Answer answer(Request request) {
        if (!request.header("token").equals("s3cret-token")) {
            return new Answer(200, "{\"code\":30001,\"msg\":\"user has no operation privilege\"}");
        }
        if (request.method().equals("GET")) {
            return new Answer(200, "{\"code\":0,\"msg\":\"success\",\"data\":{\"id\":4711,\"state\":\"" + state
                    + "\",\"runTimes\":" + times + ",\"commandType\":\"SCHEDULER\"},\"failed\":false}");
        }
        if (!request.path().endsWith("/projects/99/executors/execute")
                || !request.body().contains("InstanceId=4711")) {
            return new Answer(404, "{}");
        }
        boolean recover = request.body().contains("executeType=START_FAILURE_TASK_PROCESS");
        if (recover ? !state.equals("FAILURE") : !state.equals("FAILURE") && !state.equals("SUCCESS")) {
            return conflict();
        }
        if (recover) {
            state = "SUBMITTED_SUCCESS";
            times++;
        }
        begin();
        return new Answer(200, "{\"code\":0,\"msg\":\"success\",\"data\":null}");
    }

    @Override
    Answer refusal() {
        return new Answer(200, "{\"code\":30001,\"msg\":\"user has no operation privilege\"}");
    }

    @Override
    Answer conflict() {
        return new Answer(200, "{\"code\":50006,\"msg\":\"the status of workflow instance is " + state + "\"}");
    }

    @Override
    void takeByOther() {
        state = "RUNNING_EXECUTION";
        times++;
    }

    @Override
    void failAgain() {
        if (state.equals("FAILURE")) {
            times++;
        }
        state = "FAILURE";
    }
}
