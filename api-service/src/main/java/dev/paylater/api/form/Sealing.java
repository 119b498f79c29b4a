package dev.paylater.api.form;

import dev.paylater.api.json.Json;
import dev.paylater.kit.security.Sealer;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encrypts what must never be at rest in the clear, wherever it is in a body, before the body
 * leaves the process: social security numbers, birth dates, credentials of connectors.
 */
@Component
public final class Sealing {

    private static final Set<String> PERSONAL = Set.of("ssn", "birth_date");
    private static final String CREDENTIALS = "connector_account_details";

    private final Sealer sealer;

    public Sealing(Sealer sealer) {
        this.sealer = sealer;
    }

    /** Replaces what is secret in place; credentials become the sealed text of their JSON. */
    public void seal(ObjectNode fields, String merchantId) {
        for (var name : fields.propertyStream().map(Map.Entry::getKey).toList()) {
            var value = fields.get(name);
            if (PERSONAL.contains(name) && value.isString()) {
                fields.put(name, sealer.seal(value.stringValue(), merchantId));
            } else if (name.equals(CREDENTIALS) && value.isObject()) {
                fields.put(name, sealer.seal(Json.text(value), merchantId));
            } else {
                sealInside(value, merchantId);
            }
        }
    }

    private void sealInside(JsonNode value, String merchantId) {
        if (value instanceof ObjectNode object) {
            seal(object, merchantId);
        } else if (value instanceof ArrayNode array) {
            array.forEach(item -> sealInside(item, merchantId));
        }
    }
}
