// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Changed copies of JSON trees. */
final class Trees {
    private Trees() {}

    /** A copy in which the place under a pointer holds another value. */
    static JsonNode with(JsonNode tree, String pointer, Object value) {
        JsonNode copy = tree.deepCopy();
        JsonPointer path = JsonPointer.compile(pointer);
        JsonNode parent = copy.at(path.head());
        JsonNode changed = JsonMapper.shared().valueToTree(value);
        if (parent instanceof ArrayNode array) {
            array.set(path.last().getMatchingIndex(), changed);
        } else if (parent instanceof ObjectNode object) {
            object.set(path.last().getMatchingProperty(), changed);
        } else {
            throw new IllegalArgumentException(pointer + " stands in nothing");
        }
        return copy;
    }
}
