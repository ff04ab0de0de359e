// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.util.Optional;
import java.util.stream.Stream;

/** What is watched. */
enum WatchedKind {
    /** Jobs of Kubernetes. */
    JOBS("jobs", "batch/v1", "Job"),
    /** Workflows of Argo. */
    WORKFLOWS("workflows", "argoproj.io/v1alpha1", "Workflow");

    private final String word;
    private final String apiVersion;
    private final String kind;

    WatchedKind(String word, String apiVersion, String kind) {
        this.word = word;
        this.apiVersion = apiVersion;
        this.kind = kind;
    }

    static Optional<WatchedKind> of(String word) {
        return Stream.of(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    /** Its name in paths and settings. */
    String word() {
        return word;
    }

    String apiVersion() {
        return apiVersion;
    }

    /** The kind of one object: entries of a list do not state it. */
    String kind() {
        return kind;
    }

    /** Where its objects are; of all namespaces where none is named. */
    String path(Optional<String> namespace) {
        return "/apis/" + apiVersion + namespace.map(name -> "/namespaces/" + name).orElse("") + "/" + word;
    }
}
