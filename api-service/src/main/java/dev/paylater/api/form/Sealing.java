package dev.paylater.api.form;

import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.SealedMembers;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Turns fields into what is carried, JSON text under the interface's name, and encrypts in them
 * what must never be at rest in the clear. Every carried field passes here, so a text at a sealed
 * place is always one that was sealed here.
 */
@Component
public final class Sealing {

    private final Sealer sealer;

    public Sealing(Sealer sealer) {
        this.sealer = sealer;
    }

    /** Those of the fields that the body has. */
    public Map<String, String> carry(
            ObjectNode body, Collection<String> fields, String merchantId, String paymentId) {
        var carried = new HashMap<String, String>();
        for (var field : fields) {
            var value = body.get(field);
            if (value != null) {
                var place = new SealedPlace(merchantId, paymentId, field);
                carried.put(field, Json.text(seal(place, value)));
            }
        }
        return carried;
    }

    /** Seals in place; the result is the value itself unless all of it is sealed. */
    public JsonNode seal(SealedPlace place, JsonNode value) {
        var sealed = SealedMembers.of(place.field());
        if (sealed == SealedMembers.WHOLE && value.isString()) {
            return StringNode.valueOf(sealer.seal(value.stringValue(), place));
        }
        sealInside(value, sealed, place);
        return value;
    }

    private void sealInside(JsonNode value, SealedMembers sealed, SealedPlace place) {
        if (value instanceof ObjectNode object) {
            for (var name : object.propertyStream().map(Map.Entry::getKey).toList()) {
                var member = object.get(name);
                if (sealed.includes(name) && isSealable(member, sealed)) {
                    object.put(name, sealer.seal(textOf(member), place.member(name)));
                } else {
                    sealInside(member, sealed, place);
                }
            }
        } else if (value instanceof ArrayNode array) {
            array.forEach(item -> sealInside(item, sealed, place));
        }
    }

    private static boolean isSealable(JsonNode member, SealedMembers sealed) {
        return member.isString() || (sealed != SealedMembers.PERSONAL && member.isObject());
    }

    private static String textOf(JsonNode member) {
        return member.isString() ? member.stringValue() : Json.text(member);
    }
}
