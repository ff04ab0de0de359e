// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.client.ApiAnswer;
import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.client.ServerAddress;
import dev.reprise.schemas.decision.Gate;

/**
 * Asks at a gate and waits a bounded time for the answer. One call is one request, however often it has to be sent: the
 * same request is answered alike.
 */
public final class PermitClient {
    private static final String PATH = "/api/v1/permits";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(25);
    private static final Duration MARGIN = Duration.ofSeconds(4);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final ApiClient client;
    private final Duration timeout;
    private final JsonMapper mapper = new JsonMapper();

    /**
     * Makes a client.
     *
     * @param timeout the longest wait for an answer
     */
    public PermitClient(ServerAddress server, Duration timeout) {
        this.client = new ApiClient(server, timeout);
        this.timeout = timeout;
    }

    /**
     * Asks.
     *
     * @throws InterruptedException if this thread is interrupted between two tries
     */
    public Passage ask(PermitAsker asker, Gate gate) throws InterruptedException {
        String requestId = UUID.randomUUID().toString();
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean taken = false;
        String last = "";
        for (Duration left = timeout; left.isPositive(); left = Duration.ofNanos(deadline - System.nanoTime())) {
            try {
                ApiAnswer answer = taken ? again(requestId, left) : ask(asker, gate, requestId, left);
                switch (answer.status()) {
                    case 200 -> {
                        return passage(answer.json());
                    }
                    case 202 -> {
                        taken = true;
                        last = "the coordinator has not answered";
                    }
                    // Not a matter of time: the request or the token is not usable as it is.
                    case 400, 401, 403, 404, 413, 422 -> {
                        return new Passage.Unanswered(answer.detail());
                    }
                    default -> {
                        last = answer.detail();
                        Thread.sleep(PAUSE);
                    }
                }
            } catch (CommandFailure e) {
                last = String.valueOf(e.getMessage());
                Thread.sleep(PAUSE);
            }
        }
        return new Passage.Unanswered(last + " within " + timeout.toSeconds() + " s");
    }

    private ApiAnswer ask(PermitAsker asker, Gate gate, String requestId, Duration left) {
        ObjectNode body = mapper.createObjectNode().put("requestId", requestId).put("gate", gate.name())
                .put("job", asker.run().job().key()).put("partition", asker.run().partition().value())
                .put("run", asker.run().run().value()).put("attempt", asker.run().attempt())
                .put("asker", asker.asker()).put("source", asker.run().source())
                // Nobody uses a permit that is given after the wait for it.
                .put("validFor", Math.max(1, left.toSeconds()) + "s");
        asker.run().rerunOf().ifPresent(rerun -> body.put("rerunId", rerun.value()));
        asker.generation().ifPresent(generation -> body.put("generation", generation));
        return waiting(left).post(PATH + "?wait=" + seconds(left), "application/json",
                mapper.writeValueAsBytes(body));
    }

    private ApiAnswer again(String requestId, Duration left) {
        return waiting(left).get(PATH + "/" + URLEncoder.encode(requestId, StandardCharsets.UTF_8) + "?wait="
                + seconds(left));
    }

    private ApiClient waiting(Duration left) {
        return client.waiting(Duration.ofSeconds(seconds(left)).plus(MARGIN));
    }

    private static long seconds(Duration left) {
        return Math.min(LONGEST_WAIT.toSeconds(), left.toSeconds());
    }

    private static Passage passage(JsonNode answer) {
        if (answer.path("state").asString("").equals("GRANTED")) {
            return new Passage.Granted(answer.path("generation").asLong(0), answer.path("token").asLong(0));
        }
        String holder = answer.path("holder").path("run").asString("");
        String detail = answer.path("detail").asString("");
        return new Passage.Refused(answer.path("reason").asString("REFUSED"),
                holder.isEmpty() ? detail : detail + " It is with run " + holder + ".");
    }
}
