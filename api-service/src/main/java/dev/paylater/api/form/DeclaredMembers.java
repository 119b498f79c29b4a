package dev.paylater.api.form;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Leaves out of a body's objects what the interface does not declare. What such a member may hold,
 * how long it may be and whether it is personal is not known, so it is not kept.
 */
public final class DeclaredMembers {

    private static final String SDK_SUFFIX = "_sdk";

    private final Shape body;

    /**
     * Of the objects in one kind of body.
     *
     * @param schemaName of the body
     */
    public DeclaredMembers(OpenApi api, String schemaName) {
        body = Shape.of(api, api.schema(schemaName));
    }

    /** Of a merchant's body: objects of the merchant's own and entries of SDKs stay as they are. */
    public void keepIn(ObjectNode body) {
        for (var field : body.properties()) {
            keep(field.getValue(), this.body.ofMember(field.getKey()), false);
        }
    }

    /** Of a customer's client's body: nothing but what is declared, at any depth. */
    public void keepOnlyIn(ObjectNode body) {
        for (var field : body.properties()) {
            keep(field.getValue(), this.body.ofMember(field.getKey()), true);
        }
    }

    private static void keep(JsonNode value, Shape declared, boolean strictly) {
        if (value instanceof ArrayNode array) {
            array.forEach(item -> keep(item, declared.ofItems(), strictly));
        } else if (value instanceof ObjectNode object) {
            keepMembers(object, declared.members(), strictly);
        }
    }

    private static void keepMembers(
            ObjectNode object, Map<String, Shape> members, boolean strictly) {
        if (members.isEmpty() && !strictly) {
            return;
        }
        for (var name : names(object)) {
            var member = members.get(name);
            if (member != null) {
                keep(object.get(name), member, strictly);
            } else if (strictly || !name.endsWith(SDK_SUFFIX)) {
                object.remove(name);
            }
        }
    }

    private static List<String> names(ObjectNode object) {
        return object.propertyStream().map(Map.Entry::getKey).toList();
    }
}
