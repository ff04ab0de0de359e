// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.util.Optional;
import java.util.function.Function;

import dev.reprise.console.query.Views.PageView;
import dev.reprise.console.store.Cursor;
import dev.reprise.console.store.Page;
import dev.reprise.console.store.Questions;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.http.Response;

/** Answers lists; refuses a cursor of another list. */
final class PageAnswers {

    private final ReadModelStore readModel;
    private final JsonAnswers answers;

    PageAnswers(ReadModelStore readModel, JsonAnswers answers) {
        this.readModel = readModel;
        this.answers = answers;
    }

    /** A question that goes on behind a cursor. */
    interface Paged<T> {
        T ask(Questions questions, Optional<Cursor> cursor);
    }

    /** A page whose rows are shown as views. */
    <T, V> Response of(Parameters parameters, Paged<Page<T>> paged, Function<T, V> view) {
        return withCursor(parameters, (questions, cursor) -> PageView.of(paged.ask(questions, cursor).map(view)));
    }

    /** An answer of any form. */
    Response withCursor(Parameters parameters, Paged<?> paged) {
        Optional<Cursor> cursor = parameters.cursor();
        try {
            return answers.of(200, readModel.read(questions -> paged.ask(questions, cursor)));
        } catch (IllegalArgumentException e) {
            // The text was a cursor, but of another list: its parts do not fit the question.
            if (cursor.isPresent()) {
                throw Parameters.badCursor();
            }
            throw e;
        }
    }
}
