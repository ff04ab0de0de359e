// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Redaction;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Template;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.TargetSpec;

/**
 * Any scheduler with an HTTP interface. An answer that is no clear yes and no clear no is unknown, unless the target,
 * asked by our own id, has our run.
 */
final class HttpTarget implements Target {
    private static final int CONFLICT = 409;
    private static final int FOUND = 200;
    private static final int NOT_FOUND = 404;
    private static final int REQUEST_TIMEOUT = 408;
    /** It was not looked at, and may be sent again later. */
    private static final int TOO_MANY = 429;
    /** Redirects that keep the method, so that the first address has certainly not taken the request. */
    private static final List<Integer> MOVED = List.of(307, 308);

    private final HttpExchange exchange;
    private final HttpSettings settings;
    private final Secrets secrets;
    private final AnswerReader reader;
    private final TargetSpec.Http spec;

    HttpTarget(HttpExchange exchange, HttpSettings settings, Secrets secrets, AnswerReader reader,
            TargetSpec.Http spec) {
        this.exchange = exchange;
        this.settings = settings;
        this.secrets = secrets;
        this.reader = reader;
        this.spec = spec;
    }

    @Override
    public DispatchClass guarantee() {
        return spec.guarantee();
    }

    @Override
    public Reach reach() {
        return Reach.ANYWHERE;
    }

    @Override
    public CallOutcome call(TargetRequest request) {
        try {
            if (!spec.timeout().isPositive()) {
                throw new TargetRefusedException("timeout is " + spec.timeout() + ": give more than 0s, up to 60s");
            }
            HttpRequest call = new RequestRenderer(spec, secrets, request).call(timeout());
            Redaction redaction = redaction();
            return switch (exchange.send(call, timeout(), HttpSettings.MOST_READ)) {
                case HttpReply.NotConnected none -> new CallOutcome.NotSent(redaction.apply(none.detail()));
                case HttpReply.NoAnswer none -> settle(request, false, redaction.apply(none.detail()));
                case HttpReply.Answer answer -> judge(request, answer, redaction);
            };
        } catch (TargetRefusedException e) {
            return e.outcome();
        }
    }

    @Override
    public FenceOutcome fence(TargetRequest request) {
        try {
            Optional<HttpRequest> fence = new RequestRenderer(spec, secrets, request).fence(timeout());
            if (fence.isEmpty()) {
                return new FenceOutcome.Unknown("the target has no fence");
            }
            Redaction redaction = redaction();
            return switch (exchange.send(fence.get(), timeout(), HttpSettings.MOST_READ)) {
                case HttpReply.Answer answer when answer.status() >= 200 && answer.status() < 300 ->
                    new FenceOutcome.Installed();
                case HttpReply.Answer answer ->
                    new FenceOutcome.Unknown("the fence was answered " + told(answer, redaction));
                case HttpReply.NotConnected none -> new FenceOutcome.Unknown(redaction.apply(none.detail()));
                case HttpReply.NoAnswer none -> new FenceOutcome.Unknown(redaction.apply(none.detail()));
            };
        } catch (TargetRefusedException e) {
            return new FenceOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public QueryOutcome query(TargetRequest request) {
        try {
            Optional<HttpRequest> query = new RequestRenderer(spec, secrets, request).query(timeout());
            if (query.isEmpty()) {
                return new QueryOutcome.Unknown("the target has no query");
            }
            Redaction redaction = redaction();
            return switch (exchange.send(query.get(), timeout(), HttpSettings.MOST_READ)) {
                case HttpReply.Answer answer when answer.status() == FOUND ->
                    new QueryOutcome.Found(reader.run(spec.success(), answer, request.rerunId()));
                case HttpReply.Answer answer when answer.status() == NOT_FOUND -> new QueryOutcome.NotFound();
                case HttpReply.Answer answer -> new QueryOutcome.Unknown("the query was answered " + answer.status());
                case HttpReply.NotConnected none -> new QueryOutcome.Unknown(redaction.apply(none.detail()));
                case HttpReply.NoAnswer none -> new QueryOutcome.Unknown(redaction.apply(none.detail()));
            };
        } catch (TargetRefusedException e) {
            return new QueryOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private CallOutcome judge(TargetRequest request, HttpReply.Answer answer, Redaction redaction) {
        if (reader.isSuccess(spec.success(), answer)) {
            return new CallOutcome.Accepted(reader.run(spec.success(), answer, request.rerunId()), false);
        }
        String told = "answered " + told(answer, redaction);
        if (answer.status() == CONFLICT) {
            return settle(request, true, told);
        }
        if (MOVED.contains(answer.status())) {
            return new CallOutcome.Refused(false,
                    told + "; redirects are not followed, put the final address into url");
        }
        if (answer.status() == TOO_MANY) {
            return new CallOutcome.NotSent(told);
        }
        if (answer.status() >= 400 && answer.status() < 500 && answer.status() != REQUEST_TIMEOUT) {
            return new CallOutcome.Refused(false, told);
        }
        return settle(request, false, told);
    }

    private static String told(HttpReply.Answer answer, Redaction redaction) {
        String body = AnswerReader.brief(redaction.apply(answer.body()));
        return body.isEmpty() ? Integer.toString(answer.status()) : answer.status() + ": " + body;
    }

    /** Asks by our own id: a run that is there is ours. That it is not there proves something only after a conflict. */
    private CallOutcome settle(TargetRequest request, boolean conflict, String detail) {
        return switch (query(request)) {
            case QueryOutcome.Found found -> new CallOutcome.Accepted(found.externalRun(), true);
            case QueryOutcome.NotFound _ when conflict -> new CallOutcome.Refused(true, detail);
            case QueryOutcome.NotFound _ -> new CallOutcome.Unknown(detail);
            case QueryOutcome.Unknown _ -> new CallOutcome.Unknown(detail);
        };
    }

    private Duration timeout() {
        return spec.timeout().compareTo(settings.longestCall()) < 0 ? spec.timeout() : settings.longestCall();
    }

    private Redaction redaction() {
        List<String> values = new ArrayList<>();
        Stream.of(Stream.of(spec.url()), spec.headers().values().stream(), spec.body().stream(),
                spec.query().stream().map(HttpQuery::url),
                spec.fence().stream().flatMap(fence -> Stream.concat(Stream.of(fence.url()), fence.body().stream())))
                .flatMap(texts -> texts).flatMap(text -> Template.of(text).secretReferences().stream())
                .map(secrets::reveal)
                .forEach(values::add);
        return new Redaction(values);
    }
}
