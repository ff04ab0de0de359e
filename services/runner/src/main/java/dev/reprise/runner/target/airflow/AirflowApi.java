// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.airflow;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Web;

/** The interface of one Airflow, v1 or v2, with its way to log in. */
final class AirflowApi {
    private final Web web;
    private final Order order;
    private final boolean second;
    private Optional<String> session = Optional.empty();

    AirflowApi(Web web, Order order) {
        this.web = web;
        this.order = order;
        this.second = order.is("api", "v2");
        if (order.optional("token").isEmpty()
                && (order.optional("user").isEmpty() || order.optional("password").isEmpty())) {
            throw new TargetRefusedException("token is missing: set token, or user and password");
        }
    }

    /** Whether it is the interface of Airflow 3. */
    boolean second() {
        return second;
    }

    Reply get(String path) {
        return login().orElseGet(() -> web.get(address(path), headers()));
    }

    Reply post(String path, Map<String, Object> document) {
        return login().orElseGet(() -> web.post(address(path), headers(), document));
    }

    /** Logs in where that is a request of its own; a reply is the reason why it did not work. Nothing else was sent. */
    private Optional<Reply> login() {
        if (!second || order.optional("token").isPresent() || session.isPresent()) {
            return Optional.empty();
        }
        Reply reply = web.post(order.address() + "/auth/token", Map.of(),
                Map.of("username", order.text("user"), "password", order.text("password")));
        if (reply instanceof Reply.Answer answer && !answer.text("/access_token").isEmpty()) {
            session = Optional.of(answer.text("/access_token"));
            return Optional.empty();
        }
        return Optional.of(switch (reply) {
            // Whatever became of the login, the request behind it was not sent.
            case Reply.Nothing nothing -> new Reply.Nothing(false, "login: " + nothing.detail());
            case Reply.Answer answer when answer.saysNo() -> answer;
            case Reply.Answer answer -> new Reply.Nothing(false, "login: answered " + answer.status());
        });
    }

    private Map<String, String> headers() {
        Optional<String> bearer = order.optional("token").or(() -> session);
        String value = bearer.map(token -> "Bearer " + token).orElseGet(() -> "Basic " + Base64.getEncoder()
                .encodeToString((order.text("user") + ":" + order.text("password")).getBytes(StandardCharsets.UTF_8)));
        return Map.of("Authorization", value);
    }

    private String address(String path) {
        return order.address() + (second ? "/api/v2" : "/api/v1") + "/dags/" + Web.segment(order.text("dag")) + path;
    }
}
