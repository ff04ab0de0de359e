// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.util.function.Supplier;

import dev.reprise.console.query.FigureViews.CallerView;
import dev.reprise.console.query.FigureViews.PositionView;
import dev.reprise.console.query.FigureViews.SystemView;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Principal;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.runtime.metrics.BuildVersion;

/** The routes that answer about this process: who is calling it, and how it is. */
public final class SystemRoutes implements HttpRoutes {

    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final Process process;

    /**
     * What is told of the process.
     *
     * @param version what is running
     * @param topicPrefix the prefix of the topics
     * @param health its checks
     * @param tail how far the read model has come
     */
    public record Process(BuildVersion version, String topicPrefix, HealthChecks health, Supplier<TailStatus> tail) {}

    /** Answers about a process. */
    public SystemRoutes(ReadModelStore readModel, JsonAnswers answers, Process process) {
        this.readModel = readModel;
        this.answers = answers;
        this.process = process;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.get("/api/v1/me", Access.VIEWER, this::caller);
        routes.get("/api/v1/system", Access.VIEWER, request -> system());
    }

    private Response caller(Request request) {
        Principal caller = request.principal();
        return answers.of(200, new CallerView(caller.name(), caller.roles().stream().sorted().toList(),
                caller.method().name()));
    }

    private Response system() {
        TailStatus tail = process.tail().get();
        return answers.of(200, readModel.read(questions -> new SystemView(process.version().version(),
                process.version().revision(), process.topicPrefix(), tail.caughtUp(), tail.lag(),
                questions.figures().committedAt(), process.health().report(Probe.READY).checks(),
                questions.positions().stream().map(SystemRoutes::view).toList())));
    }

    private static PositionView view(Position position) {
        return new PositionView(position.topic().suffix(), position.kafkaPartition(), position.offset());
    }
}
