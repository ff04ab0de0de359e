// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers from a list, in order, and keeps what it was asked. */
final class Script extends Play {
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<Request> requests = new ArrayList<>();

    Script then(int status, String body) {
        answers.add(new Answer(status, body));
        return this;
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    boolean isCall(Request request) {
        return false;
    }

    @Override
    Answer answer(Request request) {
        requests.add(request);
        return answers.isEmpty() ? new Answer(500, "the script has ended") : answers.remove();
    }

    @Override
    void takeByOther() {
        throw new IllegalStateException("a script has no others");
    }

    @Override
    void failAgain() {
        throw new IllegalStateException("a script has no runs");
    }
}
