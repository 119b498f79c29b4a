package dev.paylater.api.form;

import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.Sealed;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Turns fields into what is carried, JSON text under the interface's name, encrypts those that name
 * people, and decrypts them for whoever may read the payment. Every carried field passes here, so a
 * text in a sealed field is always one that was sealed here.
 */
@Component
public final class Sealing {

    /**
     * Empty values name no person, and stay readable for the code that merges and counts fields.
     */
    private static final Set<String> EMPTY = Set.of("{}", "[]", "\"\"", "null");

    private final Sealer sealer;

    public Sealing(Sealer sealer) {
        this.sealer = sealer;
    }

    /** Those of the fields that the body has. */
    public Map<String, String> carry(
            ObjectNode body, Collection<String> fields, String merchantId, String paymentId) {
        return sealer.together(() -> sealed(body, fields, merchantId, paymentId));
    }

    private Map<String, String> sealed(
            ObjectNode body, Collection<String> fields, String merchantId, String paymentId) {
        var carried = new HashMap<String, String>();
        for (var field : fields) {
            var value = body.get(field);
            if (value != null) {
                carried.put(field, seal(new SealedPlace(merchantId, paymentId, field), value));
                CarriedMember.of(field).forEach(member -> putMember(member, value, carried));
            }
        }
        return carried;
    }

    /** Carries the member's name; its value in the clear only where that is an account's name. */
    private static void putMember(
            CarriedMember member, JsonNode field, Map<String, String> carried) {
        for (var owner : field.isArray() ? field : List.of(field)) {
            var value = owner.at(member.pointer());
            if (!value.isMissingNode()
                    && !EMPTY.contains(Json.text(value))
                    && !member.isUsual(value.asString(""))) {
                var isClear = member == CarriedMember.CREDS_IDENTIFIER;
                carried.put(member.carriedName(), isClear ? Json.text(value) : "true");
            }
        }
    }

    /** The JSON text of a field, sealed as the option table says. */
    public String seal(SealedPlace place, JsonNode value) {
        return switch (Sealed.of(place.field())) {
            case NO -> Json.text(value);
            case WHOLE -> text(place, value);
            case MEMBERS -> members(place, value);
        };
    }

    /** The JSON text of a field with nothing sealed left in it. */
    public String open(SealedPlace place, String json) {
        return Sealed.replace(place.field(), json, Sealer.PREFIX, text -> sealer.open(text, place));
    }

    private String members(SealedPlace place, JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            return text(place, value);
        }
        var members = Json.emptyObject();
        object.forEachEntry(
                (name, member) -> members.putRawValue(name, new RawValue(text(place, member))));
        return Json.text(members);
    }

    private String text(SealedPlace place, JsonNode value) {
        var json = Json.text(value);
        return EMPTY.contains(json) ? json : '"' + sealer.seal(json, place) + '"';
    }
}
