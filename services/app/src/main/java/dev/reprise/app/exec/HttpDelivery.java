// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.io.ByteArrayOutputStream;
import java.util.List;

import dev.reprise.app.client.ApiAnswer;
import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.CommandFailure;

/** Sends events to {@code POST /api/v1/events} as one batch. */
final class HttpDelivery implements Delivery {

    private static final String BATCH = "application/cloudevents-batch+json";

    private final ApiClient client;

    HttpDelivery(ApiClient client) {
        this.client = client;
    }

    @Override
    public Outcome send(List<byte[]> events) {
        try {
            ApiAnswer answer = client.post("/api/v1/events", BATCH, array(events));
            if (answer.ok()) {
                return new Outcome.Sent();
            }
            // 401 and 403 are a matter of the token, which somebody will mend; the events themselves are good.
            boolean forGood = switch (answer.status()) {
                case 400, 413, 415, 422 -> true;
                default -> false;
            };
            return forGood ? new Outcome.Refused(answer.detail()) : new Outcome.Unavailable(answer.detail());
        } catch (CommandFailure e) {
            return new Outcome.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    private static byte[] array(List<byte[]> events) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write('[');
        for (int i = 0; i < events.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(events.get(i));
        }
        body.write(']');
        return body.toByteArray();
    }
}
