// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.util.Optional;

/** The values that a request gives to placeholders. */
public final class Placeholders {
    private static final String DIMENSION = "partition.";
    private static final String OVERRIDE = "override.";

    private final TargetRequest request;

    /** The values of one request. */
    public Placeholders(TargetRequest request) {
        this.request = request;
    }

    /**
     * The value of a placeholder.
     *
     * @throws TargetRefusedException naming the placeholder, when there is none of that name or it has no value here
     */
    public String value(String name) {
        return switch (name) {
            case "job" -> request.instance().job().key();
            case "namespace" -> request.instance().job().namespace();
            case "name" -> request.instance().job().name();
            case "partition" -> request.instance().partition().value();
            case "run" -> request.answers().map(failed -> failed.run().value())
                    .orElseThrow(() -> new TargetRefusedException(
                            "{{run}} has no value: this rerun answers no failed run; remove the placeholder"));
            case "rerunId" -> request.rerunId().value();
            case "generation" -> Long.toString(request.generation());
            case "epoch" -> Long.toString(request.epoch());
            case "fence" -> Long.toString(request.fence());
            case "notAfter" -> request.notAfter().toString();
            default -> dimension(name).or(() -> override(name)).orElseThrow(() -> new TargetRefusedException("{{"
                    + shown(name)
                    + "}} is unknown: use job, namespace, name, partition, partition.NAME, run, rerunId, generation, epoch, fence, notAfter or override.NAME:DEFAULT"));
        };
    }

    private Optional<String> dimension(String name) {
        if (!name.startsWith(DIMENSION)) {
            return Optional.empty();
        }
        String dimension = name.substring(DIMENSION.length());
        return Optional.of(Optional.ofNullable(request.instance().partition().dimensions().get(dimension))
                .orElseThrow(() -> new TargetRefusedException("{{" + shown(name) + "}} has no value: partition "
                        + request.instance().partition() + " has no dimension of that name")));
    }

    /** {@code override.memory:8g}: what a rerun changes, and after the colon what holds where it changes nothing. */
    private Optional<String> override(String name) {
        if (!name.startsWith(OVERRIDE)) {
            return Optional.empty();
        }
        int colon = name.indexOf(':');
        String parameter = name.substring(OVERRIDE.length(), colon < 0 ? name.length() : colon);
        Optional<String> otherwise = colon < 0 ? Optional.empty() : Optional.of(name.substring(colon + 1));
        return Optional.of(Optional.ofNullable(request.overrides().get(parameter)).or(() -> otherwise)
                .orElseThrow(
                        () -> new TargetRefusedException("{{" + shown(name) + "}} has no value: this rerun changes "
                                + "nothing of that name; give a default as {{" + shown(name) + ":DEFAULT}}")));
    }

    private static String shown(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64) + "…";
    }
}
