// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.console.query.FigureViews.AuditView;
import dev.reprise.console.query.FigureViews.GridRowView;
import dev.reprise.console.query.FigureViews.GridView;
import dev.reprise.console.query.FigureViews.OverviewView;
import dev.reprise.console.query.Views.DecisionView;
import dev.reprise.console.store.Cursor;
import dev.reprise.console.store.Figures;
import dev.reprise.console.store.GridFilter;
import dev.reprise.console.store.Page;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteRegistry;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.decision.InstanceStatus;

/** The routes that answer about everything together: the overview, the grid, what was decided and changed lately. */
public final class FigureRoutes implements HttpRoutes {

    private static final Duration LAST_DAY = Duration.ofHours(24);
    private static final int COLUMNS = 31;
    private static final int MOST_COLUMNS = 200;
    /** More scopes than people set; what is beyond them is not counted. */
    private static final int MOST_CONTROLS = 500;
    private static final List<InstanceStatus> LEGEND = List.of(InstanceStatus.values());

    private final ReadModelStore readModel;
    private final JsonAnswers answers;
    private final PageAnswers pages;
    private final Clock clock;

    /** Answers from a read model. */
    public FigureRoutes(ReadModelStore readModel, JsonAnswers answers, Clock clock) {
        this.readModel = readModel;
        this.answers = answers;
        this.pages = new PageAnswers(readModel, answers);
        this.clock = clock;
    }

    @Override
    public void register(RouteRegistry routes) {
        routes.get("/api/v1/overview", Access.VIEWER, request -> overview());
        routes.get("/api/v1/grid", Access.VIEWER, this::grid);
        routes.get("/api/v1/decisions", Access.VIEWER, this::decisions);
        routes.get("/api/v1/audit", Access.VIEWER, this::audit);
    }

    private Response overview() {
        Instant now = clock.instant();
        return answers.of(200, readModel.read(questions -> {
            Figures figures = questions.figures();
            long controls = questions.catalog().controls(Optional.empty(), MOST_CONTROLS).items().stream()
                    .filter((Control control) -> control.activeAt(now)).count();
            return new OverviewView(figures.committedAt(), figures.statuses(),
                    figures.oldest(InstanceStatus.AWAITING_APPROVAL), figures.firing(now),
                    figures.acked(now), figures.storms(), controls, figures.deadLetters(),
                    figures.decisions("rerun", now.minus(LAST_DAY)));
        }));
    }

    private Response grid(Request request) {
        Parameters parameters = new Parameters(request);
        GridFilter filter = new GridFilter(parameters.text("namespace"), parameters.text("owner"),
                parameters.text("q"), parameters.anyOf("status", InstanceStatus.class),
                parameters.word("sort", List.of("trouble", "name")).orElse("trouble").equals("trouble"));
        int columns = parameters.number("columns", MOST_COLUMNS, COLUMNS);
        String prefix = parameters.text("prefix").orElse("");
        Optional<String> before = parameters.text("before");
        return pages.withCursor(parameters, (questions, cursor) -> {
            Figures figures = questions.figures();
            // One more than is shown tells whether there are earlier ones.
            List<String> latest = figures.partitions(prefix, before, columns + 1);
            boolean earlier = latest.size() > columns;
            List<String> shown = earlier ? latest.subList(1, latest.size()) : latest;
            Page<GridRowView> rows = figures.grid(filter, shown, cursor, parameters.limit())
                    .map(row -> GridRowView.of(row, shown));
            return new GridView(figures.committedAt(), LEGEND, shown, earlier, figures.jobs(filter), rows.items(),
                    rows.next().map(Cursor::text));
        });
    }

    private Response decisions(Request request) {
        Parameters parameters = new Parameters(request);
        List<String> kinds = parameters.words("kind",
                List.of("rerun", "shadow", "wait", "suppress", "alert", "resolve", "withdraw", "grant", "refuse"));
        return pages.of(parameters, (questions, cursor) -> questions.latestDecisions(kinds, cursor,
                parameters.limit()), DecisionView::of);
    }

    private Response audit(Request request) {
        Parameters parameters = new Parameters(request);
        return pages.of(parameters, (questions, cursor) -> questions.audit(parameters.text("actor"),
                parameters.text("subject"), cursor, parameters.limit()), AuditView::of);
    }
}
