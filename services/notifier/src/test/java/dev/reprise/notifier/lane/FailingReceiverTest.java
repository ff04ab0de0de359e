// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.chat.ChatChannel;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.MemoryLog;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.RudeServer;
import dev.reprise.notifier.fixture.RudeServer.Manner;
import dev.reprise.notifier.fixture.SettableClock;
import dev.reprise.notifier.log.LogEntry;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.notifier.receiver.ChatKind;
import dev.reprise.notifier.receiver.ChatSpec;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.notifier.webhook.WebhookChannel;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.wire.WireCodec;

/**
 * A receiver that fails in every way that a network and a server can: what is recorded, when it is tried again, and when it
 * is given up, which is when the fallback of a subscription is told. The worker, the channel and the server are real, the
 * clock is not.
 */
class FailingReceiverTest {
    private static final Duration PATIENT = Duration.ofSeconds(60);
    private static final Duration HASTY = Duration.ofMillis(700);
    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
    private static final Page PAGE = Pages.of(Alerts.anAlert().firing(1));
    private final SettableClock clock = new SettableClock();
    private final MemoryLog log = new MemoryLog();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private RudeServer server;

    @BeforeEach
    void openServer() throws IOException {
        server = new RudeServer();
    }

    @AfterEach
    void closeServer() throws IOException {
        server.close();
    }

    /** How a call ends. */
    private enum End {
        TOLD, AGAIN, GIVEN_UP
    }

    /**
     * One way to fail.
     *
     * @param name for a person
     * @param kind the robot; nothing for a webhook
     * @param url the address, with PORT for that of the server
     * @param timeout of one call
     * @param manner what the server does
     * @param end how the first call ends
     * @param pause until the second one, where there is one
     * @param told what the receiver may believe then
     * @param detail what the log says
     */
    private record Way(String name, Optional<ChatKind> kind, String url, Duration timeout, Manner manner, End end,
            Duration pause, Told told, String detail) {
        @Override
        public String toString() {
            return kind.map(each -> each.text() + ": ").orElse("") + name;
        }

        Way at(String address) {
            return new Way(name, kind, address, timeout, manner, end, pause, told, detail);
        }

        Way hasty() {
            return new Way(name, kind, url, HASTY, manner, end, pause, told, detail);
        }

        Way of(ChatKind robot) {
            return new Way(name, Optional.of(robot), url, timeout, manner, end, pause, told, detail);
        }

        Way after(Duration longer) {
            return new Way(name, kind, url, timeout, manner, end, longer, told, detail);
        }

        /** The receiver may have taken it, and is owed the end. */
        Way maybe() {
            return new Way(name, kind, url, timeout, manner, end, pause, Told.FIRING, detail);
        }
    }

    private static Way way(String name, Manner manner, End end, String detail) {
        return new Way(name, Optional.empty(), "http://127.0.0.1:PORT/hook?token=t0ken", PATIENT, manner, end,
                FIRST_WAIT, end == End.TOLD ? Told.FIRING : Told.NOTHING, detail);
    }

    private static Way again(String name, Manner manner, String detail) {
        return way(name, manner, End.AGAIN, detail);
    }

    private static Manner raw(String text) {
        return exchange -> exchange.write(text);
    }

    private static Manner status(int status, String... headers) {
        return body(status, "", headers);
    }

    private static Manner body(int status, String body, String... headers) {
        return raw("HTTP/1.1 " + status + " Whatever\r\nContent-Length: " + body.length() + "\r\n"
                + String.join("", Stream.of(headers).map(header -> header + "\r\n").toList()) + "\r\n" + body);
    }

    private static Way refused(int status) {
        return way("answers " + status, body(status, "t0ken is wrong"), End.GIVEN_UP, "answered " + status);
    }

    private static Stream<Way> withoutAnswer() {
        return Stream.of(
                again("refuses the connection", raw(""), "no connection").at("http://127.0.0.1:1/hook?token=t0ken"),
                again("has no address", raw(""), "the host's name cannot be resolved")
                        .at("http://receiver.invalid/hook?token=t0ken"),
                again("has no certificate", raw(""), "the TLS handshake failed")
                        .at("https://127.0.0.1:TLS/hook?token=t0ken"),
                again("closes without a word", raw(""), "the connection broke").maybe(),
                again("speaks no HTTP", raw("220 mail.example.com ESMTP t0ken\r\n"), "the connection broke").maybe(),
                again("breaks off in the headers", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\nContent-Le");
                    exchange.reset();
                }, "the connection broke").maybe(),
                again("breaks off in the body", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok");
                    exchange.reset();
                }, "the connection broke").maybe(),
                again("has headers without end", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\n");
                    for (int i = 0; i < 100_000; i++) {
                        exchange.write("x-header-" + i + ": " + "t0ken".repeat(200) + "\r\n");
                    }
                }, "the connection broke").maybe(),
                again("switches protocols", status(101, "Upgrade: h2c", "Connection: Upgrade"), "the connection broke")
                        .maybe());
    }

    private static Stream<Way> tooLate() {
        return Stream.of(again("takes the request and says nothing", RudeServer.Exchange::hang, "no answer in time"),
                again("says nothing after the headers", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok");
                    exchange.hang();
                }, "no answer in time"),
                again("answers byte by byte", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
                    while (exchange.pause(50)) {
                        exchange.write("x");
                    }
                }, "no answer in time"),
                again("sends headers byte by byte", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\nx-slow: ");
                    while (exchange.pause(50)) {
                        exchange.write("x");
                    }
                }, "no answer in time"),
                again("has a body without end", exchange -> {
                    exchange.write("HTTP/1.1 200 OK\r\n\r\n");
                    while (exchange.pause(1)) {
                        exchange.write("t0ken".repeat(100));
                    }
                }, "no answer in time"),
                again("hints early and says nothing more", exchange -> {
                    exchange.write("HTTP/1.1 103 Early Hints\r\n\r\n");
                    exchange.hang();
                }, "no answer in time")).map(way -> way.hasty().maybe());
    }

    private static Stream<Way> byStatus() {
        String inTenMinutes = DateTimeFormatter.RFC_1123_DATE_TIME
                .format(Alerts.START.plusSeconds(1).plus(Duration.ofMinutes(10)).atOffset(ZoneOffset.UTC));
        return Stream.of(Stream.of(200, 201, 202, 204).map(status -> way("answers " + status,
                status == 204 ? raw("HTTP/1.1 204 No Content\r\n\r\n") : status(status), End.TOLD, "")),
                Stream.of(300, 301, 302, 303, 307, 308)
                        .map(status -> way("redirects by " + status,
                                status(status, "Location: http://127.0.0.1:1/t0ken"), End.GIVEN_UP,
                                "answered " + status + ": redirects are not followed")),
                Stream.of(400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 451).map(FailingReceiverTest::refused),
                Stream.of(408, 425, 429, 500, 501, 503, 507)
                        .map(status -> again("answers " + status, status(status), "answered " + status)),
                Stream.of(502, 504)
                        .map(status -> again("answers " + status, status(status), "answered " + status).maybe()),
                Stream.of(way("wants no more", status(410), End.GIVEN_UP, "answered 410"),
                        again("asks for two minutes", status(429, "Retry-After: 120"), "answered 429")
                                .after(Duration.ofMinutes(2)),
                        again("asks for two minutes, being down", status(503, "Retry-After: 120"), "answered 503")
                                .after(Duration.ofMinutes(2)),
                        again("asks for a time of day", status(429, "Retry-After: " + inTenMinutes), "answered 429")
                                .after(Duration.ofMinutes(10)),
                        again("asks for less than we wait", status(429, "Retry-After: 1"), "answered 429"),
                        again("asks for a time that is over",
                                status(429, "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT"), "answered 429"),
                        again("asks for nonsense", status(429, "Retry-After: soon, t0ken"), "answered 429"),
                        way("asks for longer than anybody tries", status(429, "Retry-After: 7200"), End.GIVEN_UP,
                                "given up: answered 429"),
                        way("continues, hints, and takes it", raw("HTTP/1.1 100 Continue\r\n\r\n"
                                + "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"), End.TOLD, ""),
                        way("takes it with a page for people",
                                body(200, "<html>t0ken</html>", "Content-Type: text/html"),
                                End.TOLD, "")))
                .flatMap(each -> each);
    }

    private static Stream<Way> byBody() {
        Stream<Way> numbers = Stream.of(ChatKind.DINGTALK, ChatKind.WECOM, ChatKind.FEISHU).flatMap(kind -> {
            String field = kind == ChatKind.FEISHU ? "code" : "errcode";
            return Stream.of(
                    way("takes it", body(200, "{\"" + field + "\": 0}", "Content-Type: text/plain"), End.TOLD, ""),
                    again("is busy", body(200, "{\"" + field + "\": -1, \"errmsg\": \"t0ken\"}"),
                            "answered " + field + " -1"),
                    way("does not like the message", body(200, "{\"" + field + "\": 40035, \"errmsg\": \"t0ken\"}"),
                            End.GIVEN_UP, "answered " + field + " 40035"),
                    again("has a proxy that speaks for it", body(200, "<html>t0ken</html>", "Content-Type: text/html"),
                            "answered 200 and no JSON").maybe(),
                    again("says 200 and no number", body(200, "{\"" + field + "\": \"t0ken\"}"),
                            "answered 200 without " + field).maybe(),
                    again("has an answer without end", exchange -> {
                        exchange.write("HTTP/1.1 200 OK\r\n\r\n");
                        while (exchange.pause(0)) {
                            exchange.write("t0ken".repeat(2_000));
                        }
                    }, "the connection broke").maybe()).map(way -> way.of(kind));
        });
        return Stream.concat(numbers, Stream.of(
                way("is told too often", body(200, "{\"errcode\": 130101}"), End.AGAIN, "too many messages")
                        .after(Duration.ofMinutes(10)).of(ChatKind.DINGTALK),
                way("is told too often", body(200, "{\"errcode\": 45009}"), End.AGAIN, "too many messages")
                        .after(Duration.ofMinutes(1)).of(ChatKind.WECOM),
                way("takes it", body(200, "ok"), End.TOLD, "").of(ChatKind.SLACK),
                again("says 200 and something else", body(200, "invalid_payload t0ken"), "answered 200 and not ok")
                        .maybe()
                        .of(ChatKind.SLACK),
                way("does not know the message", body(400, "invalid_blocks t0ken"), End.GIVEN_UP, "answered 400")
                        .of(ChatKind.SLACK)));
    }

    static Stream<Way> ways() {
        return Stream.of(withoutAnswer(), tooLate(), byStatus(), byBody()).flatMap(each -> each);
    }

    /** Every way but those that take a second each time. */
    static Stream<Way> waysThatPersist() {
        return ways().filter(way -> way.end() == End.AGAIN && way.timeout().equals(PATIENT)
                && !way.url().contains("invalid"));
    }

    private static ReceiverSpec spec(String name, Way way, String url) {
        return way.kind().<ReceiverSpec>map(kind -> new ChatSpec(name, kind, Secret.of(url), Optional.empty(),
                Optional.empty(), kind.language(), way.timeout(), true, kind.pace(), List.of()))
                .orElseGet(() -> new WebhookSpec(name, URI.create(url), List.of(Receivers.SECRET),
                        Map.of("authorization", Secret.of("Bearer s3cret")), way.timeout(), true, Receivers.FAST,
                        List.of()));
    }

    private static Channel channel(ReceiverSpec spec, InstantSource clock) {
        return switch (spec) {
            case WebhookSpec webhook -> new WebhookChannel(webhook, new WireCodec(), clock);
            case ChatSpec chat -> new ChatChannel(chat, Links.NONE, JsonMapper.shared(), clock);
            default -> throw new IllegalArgumentException("not played here: " + spec.type());
        };
    }

    private LogEntry logged() {
        return log.find("hook", PAGE.alertKey()).orElseThrow();
    }

    private void assertNothingShown() {
        assertThat(log.written().toString()).doesNotContain("t0ken", "s3cret", Receivers.SECRET.reveal(), "127.0.0.1",
                "receiver.invalid");
    }

    private Turn turn(Way way, String url) throws InterruptedException {
        ReceiverSpec spec = spec("hook", way, url);
        try (Channel channel = channel(spec, clock)) {
            return new Deliverer(spec, channel, log, new NotifierMetrics(registry, spec, () -> 0), clock,
                    Tracing.off())
                    .turn(new Offer(PAGE, 0, Alerts.START, () -> {}));
        }
    }

    private String url(Way way) {
        return way.url().replace("PORT", Integer.toString(server.port()));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldRecordWhatHappenedAndTryAgainUnderTheSameIdWhereThatMayHelp(Way way)
            throws InterruptedException, IOException {
        server.manner(way.manner());
        Instant began = clock.instant();
        String url = url(way);
        Turn turn;
        try (RudeServer tls = new RudeServer(SSLServerSocketFactory.getDefault()
                .createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")))) {
            turn = turn(way, url.replace("TLS", Integer.toString(tls.port())));
        }

        assertThat(log.written().getFirst().notification().outcome()).as("the intent").isEqualTo(
                DeliveryOutcome.RETRYING);
        assertThat(logged().told()).isEqualTo(way.told());
        assertThat(logged().notification().detail().orElse("")).contains(way.detail());
        assertNothingShown();
        switch (way.end()) {
            case TOLD -> assertThat(logged().notification().outcome()).isEqualTo(DeliveryOutcome.SENT);
            case GIVEN_UP -> {
                assertThat(turn).isEqualTo(new Turn.Ended());
                assertThat(logged().notification().outcome()).as("the fallback is told now")
                        .isEqualTo(DeliveryOutcome.FAILED);
                assertThat(logged().gone()).isEqualTo(way.detail().contains("410"));
            }
            case AGAIN -> {
                Instant next = began.plus(way.pause());
                assertThat(turn).isEqualTo(new Turn.Retrying(next));
                assertThat(logged().notification().outcome()).as("no fallback yet").isEqualTo(DeliveryOutcome.RETRYING);
                recover(way, next);
            }
        }
    }

    /** Once the receiver is well it is told, a webhook by the id of the first call: it can see that it has it already. */
    private void recover(Way way, Instant next) throws InterruptedException {
        int before = server.requests().size();
        server.manner(body(200, way.kind().filter(kind -> kind == ChatKind.SLACK).isPresent()
                ? "ok"
                : "{\"errcode\": 0, \"code\": 0}"));
        Way well = new Way(way.name(), way.kind(), "http://127.0.0.1:PORT/hook?token=t0ken", PATIENT, way.manner(),
                End.TOLD, FIRST_WAIT, Told.FIRING, "");
        clock.advanceTo(next.minusMillis(1));
        assertThat(turn(well, url(well))).as("not a moment too early").isEqualTo(new Turn.Postponed(next));
        clock.advanceTo(next);

        assertThat(turn(well, url(well))).isEqualTo(new Turn.Ended());
        assertThat(logged().notification().outcome()).isEqualTo(DeliveryOutcome.SENT);
        assertThat(logged().notification().attempts()).isEqualTo(2);
        assertThat(server.requests()).hasSize(before + 1);
        if (way.kind().isEmpty()) {
            assertThat(server.requests().stream().map(headers -> headers.get("webhook-id")).distinct()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("waysThatPersist")
    void shouldGiveUpWithinTheBudgetWhatNeverEnds(Way way) throws InterruptedException, IOException {
        server.manner(way.manner());
        Instant began = clock.instant();
        try (RudeServer tls = new RudeServer(SSLServerSocketFactory.getDefault()
                .createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")))) {
            String url = url(way).replace("TLS", Integer.toString(tls.port()));
            Turn turn = turn(way, url);
            for (int i = 0; i < 50 && !(turn instanceof Turn.Ended); i++) {
                clock.advanceTo(switch (turn) {
                    case Turn.Retrying(Instant at) -> at;
                    case Turn.Postponed(Instant at) -> at;
                    case Turn.Paused(Instant at) -> at;
                    case Turn.Ended() -> clock.instant();
                });
                turn = turn(way, url);
            }
        }

        assertThat(logged().notification().outcome()).as("the fallback is told now").isEqualTo(DeliveryOutcome.FAILED);
        assertThat(logged().notification().detail().orElse("")).startsWith("given up: ").contains(way.detail());
        assertThat(Duration.between(began, clock.instant())).isBetween(Duration.ofMinutes(40), Duration.ofHours(1));
        assertThat(logged().notification().attempts()).isBetween(5, 12);
        assertNothingShown();
    }

    @Test
    void shouldDelayNoOtherReceiverWhateverOneOfThemDoes() throws IOException {
        try (RudeServer well = new RudeServer()) {
            AtomicInteger told = new AtomicInteger();
            List<Lane> bad = tooLate().map(way -> {
                server.manner(RudeServer.Exchange::hang);
                return lane(spec(way.name().replace(' ', '-'), new Way(way.name(), way.kind(), way.url(), PATIENT,
                        way.manner(), way.end(), way.pause(), way.told(), way.detail()), url(way)));
            }).toList();
            Lane good = lane(Receivers.aWebhook("good", "http://127.0.0.1:" + well.port() + "/hook"));
            try {
                bad.forEach(lane -> lane.offer(new Offer(PAGE, 0, Alerts.START, () -> {})));
                await().atMost(Duration.ofSeconds(120)).until(() -> server.requests().size() == bad.size());
                for (int i = 0; i < 20; i++) {
                    good.offer(new Offer(Pages.of(Alerts.about("job" + i).firing(1)), 0, Alerts.START,
                            told::incrementAndGet));
                }

                await().atMost(Duration.ofSeconds(120)).until(() -> told.get() == 20);
                assertThat(bad).as("all of them hang still").allSatisfy(lane -> assertThat(lane.depth()).isEqualTo(1));
            } finally {
                server.close();
                bad.forEach(Lane::close);
                good.close();
            }
        }
    }

    private Lane lane(ReceiverSpec spec) {
        Lane lane = new Lane(spec, channel(spec, InstantSource.system()), log,
                depth -> new NotifierMetrics(registry, spec, depth), InstantSource.system(), 100,
                Tracing.off());
        lane.start();
        return lane;
    }
}
