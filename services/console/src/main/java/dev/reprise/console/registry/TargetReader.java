// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpFence;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;

/** Reads the {@code target} of a job. */
final class TargetReader {

    static final int LONGEST_URL = 2048;
    private static final int LONGEST_BODY = 8192;
    static final Duration SHORTEST_CALL = Duration.ofMillis(100);
    static final Duration LONGEST_CALL = Duration.ofSeconds(60);
    static final Duration CALL_DEFAULT = Duration.ofSeconds(15);
    static final Duration LONGEST_HORIZON = Duration.ofDays(3650);
    private static final List<Integer> STATUSES_DEFAULT = List.of(200, 201, 202);
    private static final HttpSuccess SUCCESS_DEFAULT = new HttpSuccess(STATUSES_DEFAULT, Optional.empty(),
            Optional.empty(), Optional.empty());

    private enum Guarantee {
        KEYED, FENCED, OPAQUE
    }

    private TargetReader() {}

    /** The target, or empty where it cannot be read; then a problem says why. */
    static Optional<TargetSpec> read(Section target) {
        target.require("type", "write type: process, type: http, or the scheduler, such as type: airflow");
        Map<String, Function<Section, Optional<TargetSpec>>> types = new LinkedHashMap<>();
        types.put("process", TargetReader::process);
        types.put("http", TargetReader::http);
        SchedulerAction.types().forEach(type -> types.put(type, section -> SchedulerReader.read(section, type)));
        return target.choice("type", types).flatMap(reader -> reader.apply(target));
    }

    private static Optional<TargetSpec> process(Section target) {
        target.require("command", "write the program and its arguments as a list");
        List<String> command = target.texts("command").orElse(List.of());
        Optional<String> directory = target.text("working-directory", LONGEST_URL);
        Map<String, String> environment = target.table("environment");
        Optional<Duration> timeout = target.duration("timeout", Duration.ofSeconds(1), Duration.ofDays(30));
        target.finish();
        if (target.has("command") && command.isEmpty()) {
            target.refuse("command", "is empty", "write the program and its arguments as a list");
        }
        command.forEach(argument -> Placeholders.check(target, "command", argument));
        directory.ifPresent(text -> Placeholders.check(target, "working-directory", text));
        environment.forEach((name, value) -> {
            Placeholders.check(target, "environment", value);
            Placeholders.checkSecret(target, "environment", name, value);
        });
        return command.isEmpty()
                ? Optional.empty()
                : target.make("type", () -> new TargetSpec.Process(command, directory, environment, timeout));
    }

    private static Optional<TargetSpec> http(Section target) {
        target.require("url", "write the absolute http or https address to call");
        Optional<String> url = url(target);
        String method = target.choice("method", ordered("POST", "POST", "PUT", "PUT", "PATCH", "PATCH")).orElse("POST");
        Map<String, String> headers = target.table("headers");
        Optional<String> body = target.text("body", LONGEST_BODY);
        Optional<String> keyHeader = target.text("idempotency-key-header", 128);
        HttpSuccess success = target.section("success").flatMap(TargetReader::success).orElse(SUCCESS_DEFAULT);
        Optional<HttpQuery> query = target.section("query").flatMap(TargetReader::query);
        Optional<HttpFence> fence = target.section("fence").flatMap(TargetReader::fence);
        DispatchClass guarantee = target.section("guarantee").flatMap(TargetReader::guarantee)
                .orElseGet(DispatchClass.Opaque::new);
        Duration timeout = target.duration("timeout", SHORTEST_CALL, LONGEST_CALL).orElse(CALL_DEFAULT);
        target.finish();
        body.ifPresent(text -> Placeholders.check(target, "body", text));
        headers.forEach((name, value) -> {
            Placeholders.check(target, "headers", value);
            Placeholders.checkSecret(target, "headers", name, value);
        });
        boolean carriesKey = keyHeader.isPresent() || Stream.of(url.stream(), body.stream(), headers.values().stream())
                .flatMap(texts -> texts).anyMatch(Placeholders::carriesRerunId);
        if (guarantee instanceof DispatchClass.Keyed && !carriesKey) {
            target.refuse("guarantee", "is keyed, but the request carries no key",
                    "set idempotency-key-header, or put {{rerunId}} into url, headers or body");
        }
        checkFence(target, guarantee, Stream.of(url.stream(), body.stream(), headers.values().stream())
                .flatMap(texts -> texts).anyMatch(Placeholders::carriesFence));
        return url.flatMap(address -> target.make("type",
                () -> new TargetSpec.Http(method, address, headers, body, keyHeader, success, query, fence, guarantee,
                        timeout)));
    }

    private static void checkFence(Section target, DispatchClass guarantee, boolean carriesFence) {
        if (!(guarantee instanceof DispatchClass.Fenced)) {
            return;
        }
        target.require("fence", "say how the target is shown a newer token: fence: {url: ...}");
        target.require("query", "say how the target is asked for the run: query: {url: ...}");
        if (!carriesFence) {
            target.refuse("guarantee", "is fenced, but the request carries no token",
                    "put {{fence}} into url, headers or body, where the target compares it");
        }
    }

    private static Optional<HttpFence> fence(Section fence) {
        fence.require("url", "write the address that takes the token");
        Optional<String> url = url(fence);
        String method = fence.choice("method", ordered("PUT", "PUT", "POST", "POST", "PATCH", "PATCH")).orElse("PUT");
        Optional<String> body = fence.text("body", LONGEST_BODY);
        fence.finish();
        body.ifPresent(text -> Placeholders.check(fence, "body", text));
        List<String> texts = Stream.concat(url.stream(), body.stream()).toList();
        if (url.isPresent() && texts.stream().noneMatch(Placeholders::carriesFence)) {
            fence.refuse("url", "does not carry the token", "put {{fence}} into url or body");
        }
        if (url.isPresent() && texts.stream().noneMatch(Placeholders::carriesRerunId)) {
            fence.refuse("url", "does not name the rerun", "put {{rerunId}} into url or body");
        }
        return url.flatMap(address -> fence.make("url", () -> new HttpFence(method, address, body)));
    }

    private static Optional<HttpSuccess> success(Section success) {
        List<Integer> statuses = new ArrayList<>();
        for (String text : success.texts("statuses").orElse(List.of())) {
            if (text.matches("2\\d\\d")) {
                statuses.add(Integer.valueOf(text));
            } else {
                success.refuse("statuses", "expected statuses of 200 to 299, found '" + text + "'",
                        "list only statuses that mean yes");
            }
        }
        Optional<String> pointer = pointer(success, "pointer");
        Optional<String> equalTo = success.text("equal-to", 2048);
        Optional<String> runIdPointer = pointer(success, "run-id-pointer");
        success.finish();
        if (success.has("pointer") != success.has("equal-to")) {
            success.refuse(success.has("pointer") ? "pointer" : "equal-to", "pointer and equal-to stand only together",
                    "set both, or neither");
            return Optional.empty();
        }
        return success.make("statuses", () -> new HttpSuccess(statuses.isEmpty() ? STATUSES_DEFAULT : statuses, pointer,
                equalTo, runIdPointer));
    }

    private static Optional<String> pointer(Section success, String key) {
        return success.text(key, 512).filter(pointer -> {
            if (!pointer.startsWith("/")) {
                success.refuse(key, "expected a JSON pointer, found '" + pointer + "'",
                        "write it with a slash before each name, such as /data/runId");
            }
            return pointer.startsWith("/");
        });
    }

    private static Optional<HttpQuery> query(Section query) {
        query.require("url", "write the address that answers 200 for the rerun and 404 without it");
        Optional<String> url = url(query);
        query.finish();
        if (url.isPresent() && !Placeholders.carriesRerunId(url.get())) {
            query.refuse("url", "does not name the rerun",
                    "put {{rerunId}} into it: any other run would prove nothing");
        }
        return url.flatMap(address -> query.make("url", () -> new HttpQuery(address)));
    }

    private static Optional<DispatchClass> guarantee(Section guarantee) {
        guarantee.require("class", "write class: keyed, class: fenced or class: opaque");
        Optional<Guarantee> kind = guarantee.choice("class",
                ordered("keyed", Guarantee.KEYED, "fenced", Guarantee.FENCED, "opaque", Guarantee.OPAQUE));
        Optional<DispatchClass> result = kind.flatMap(known -> switch (known) {
            case KEYED -> {
                guarantee.require("horizon", "say how long the target remembers a key, such as 24h");
                yield guarantee.duration("horizon", Duration.ofMinutes(1), LONGEST_HORIZON)
                        .map(DispatchClass.Keyed::new);
            }
            case FENCED -> Optional.of(new DispatchClass.Fenced());
            case OPAQUE -> Optional.of(new DispatchClass.Opaque());
        });
        guarantee.finish();
        return result;
    }

    private static Optional<String> url(Section section) {
        return section.text("url", LONGEST_URL).filter(text -> {
            Placeholders.check(section, "url", text);
            boolean usable = isAbsoluteHttp(text);
            if (!usable) {
                section.refuse("url", "expected an absolute http or https address, found '" + text + "'",
                        "begin with http:// or https:// and a host, without user name and password");
            }
            return usable;
        });
    }

    static boolean isAbsoluteHttp(String text) {
        try {
            // A reference or a placeholder may stand for a part of the address: any letters do for the check.
            URI uri = new URI(text.replaceAll("\\{\\{[^{}]*}}", "x").replaceAll("\\$\\{[^{}]*}", "x"));
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null
                    && uri.getUserInfo() == null;
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /** A small map that keeps its order: messages list the words as they are written here. */
    private static <T> Map<String, T> ordered(String first, T firstValue, String second, T secondValue) {
        Map<String, T> map = new LinkedHashMap<>();
        map.put(first, firstValue);
        map.put(second, secondValue);
        return map;
    }

    private static <T> Map<String, T> ordered(String first, T firstValue, String second, T secondValue, String third,
            T thirdValue) {
        Map<String, T> map = ordered(first, firstValue, second, secondValue);
        map.put(third, thirdValue);
        return map;
    }
}
