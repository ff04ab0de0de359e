// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BiFunction;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.Fault;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Stage;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.runner.target.http.HttpTargets;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** A scheduler with an HTTP interface, played by a server on the loopback. */
final class HttpStage implements Stage {
    /** Long enough for a slow machine where an answer comes; short where none does. */
    private static final Duration PATIENT = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(3);

    private final StubServer server;
    private final TargetRequest request;
    private final Target target;

    HttpStage(Play play, TargetRequest request, BiFunction<String, Duration, TargetSpec> spec, Fault fault) {
        this.server = new StubServer(play);
        this.request = request;
        String url = fault == Fault.UNREACHABLE ? "http://127.0.0.1:1" : server.url();
        this.target = target(spec.apply(url, fault.isSlow() ? SHORT : PATIENT));
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public TargetRequest request() {
        return request;
    }

    @Override
    public void arrange(Fault fault) {
        server.arrange(fault);
    }

    @Override
    public void heal() {
        server.heal();
    }

    @Override
    public void failAgain() {
        server.failAgain();
    }

    @Override
    public void forget() {
        server.forget();
    }

    @Override
    public void deliverHeld() {
        server.deliverHeld();
    }

    @Override
    public int effects() {
        return server.effects();
    }

    @Override
    public int calls() {
        return server.calls();
    }

    @Override
    public void close() {
        server.close();
    }

    private static Target target(TargetSpec spec) {
        Secrets secrets = new Secrets(Map.of("TOKEN", "s3cret-token")::get);
        WireCodec codec = new WireCodec();
        return switch (spec) {
            case TargetSpec.Http http -> new HttpTargets(HttpSettings.defaults(), secrets, codec.mapper()).of(http);
            case TargetSpec.Scheduler scheduler -> new SchedulerTargets(HttpSettings.defaults(), secrets,
                    codec.mapper(), InstantSource.system()).of(scheduler);
            case TargetSpec.Process _ -> throw new IllegalArgumentException("a process has a stage of its own");
        };
    }
}
