// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.core.simulate.Replay.Recorded;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;

/** Recorded history in a file: structured CloudEvents, one a line or in one array, as the API takes them. */
public final class RecordedFile {
    private static final WireCodec CODEC = new WireCodec();

    private RecordedFile() {}

    /**
     * Reads a history. The time of an event stands in for the time at which it was appended.
     *
     * @throws CommandFailure naming the file, the line and what is wrong there
     */
    public static Recording read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "--events: " + file + " is no file");
        }
        List<Recorded> history = new ArrayList<>();
        try (JsonParser parser = CODEC.mapper().createParser(Files.newInputStream(file))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY) {
                    int line = parser.currentTokenLocation().getLineNr();
                    history.add(recorded(file + ":" + line, parser.readValueAsTree()));
                }
            }
        } catch (JacksonException e) {
            throw new CommandFailure(ExitCode.USAGE, file + ":" + e.getLocation().getLineNr() + ": no JSON: "
                    + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--events: " + file + " cannot be read: " + e.getMessage(), e);
        }
        if (history.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "--events: " + file + " holds no event");
        }
        return new Recording(history, List.of(), List.of(), List.of());
    }

    private static Recorded recorded(String place, JsonNode node) {
        WireMessage message;
        try {
            message = CODEC.readStructured(node);
        } catch (MalformedMessageException e) {
            throw new CommandFailure(ExitCode.USAGE, place + ": " + e.getMessage(), e);
        }
        if (message.data() instanceof InstanceEvent event) {
            return new Recorded.Event(event, appendedAt(message, event.at()));
        }
        if (message.data() instanceof RerunDispatch dispatch) {
            return new Recorded.Dispatch(dispatch, appendedAt(message, dispatch.at()));
        }
        throw new CommandFailure(ExitCode.USAGE, place + ": type " + message.attributes().type()
                + " says nothing that is decided upon; give events and dispatches, leave the others out");
    }

    private static Instant appendedAt(WireMessage message, Instant at) {
        return message.attributes().time().filter(time -> time.isAfter(at)).orElse(at);
    }
}
