// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.time.Duration;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Durations must carry their unit: a bare number is refused instead of taken for seconds. */
final class DurationDeserializer extends StdDeserializer<Duration> {

    DurationDeserializer() {
        super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            try {
                return DurationText.parse(parser.getString());
            } catch (IllegalArgumentException _) {
                return (Duration) context.handleWeirdStringValue(Duration.class, parser.getString(), "not a duration");
            }
        }
        return (Duration) context.handleUnexpectedToken(Duration.class, parser);
    }
}
