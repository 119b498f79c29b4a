package dev.paylater.simulator.book;

import tools.jackson.databind.node.ObjectNode;

/** Whatever else a dialect has to remember: a mandate, a session, that something happened once. */
public record Document(String id, String account, ObjectNode content) {

    /** The file leaves out what is empty. */
    public Document {
        content = content == null ? BookJson.MAPPER.createObjectNode() : content;
    }
}
