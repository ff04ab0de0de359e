// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import tools.jackson.databind.json.JsonMapper;

import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.schemas.job.TargetSpec;

/** Makes HTTP targets. */
public final class HttpTargets {
    private final HttpSettings settings;
    private final Secrets secrets;
    private final JsonMapper mapper;

    /** Makes them. */
    public HttpTargets(HttpSettings settings, Secrets secrets, JsonMapper mapper) {
        this.settings = settings;
        this.secrets = secrets;
        this.mapper = mapper;
    }

    /** The target of a specification. */
    public Target of(TargetSpec.Http spec) {
        return new HttpTarget(new HttpExchange(settings), settings, secrets, new AnswerReader(mapper), spec);
    }
}
