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
 * leaves the process: social security numbers, birth dates, credentials of connectors, tokens of
 * SDKs.
 */
@Component
public final class Sealing {

    private static final Set<String> PERSONAL = Set.of("ssn", "birth_date");
    private static final String CREDENTIALS = "connector_account_details";

    /** What a provider's SDK gave the customer's client: a token that is as good as a signature. */
    private static final String SDK_SUFFIX = "_sdk";

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
            } else if (holdsCredentials(name) && (value.isObject() || value.isString())) {
                var text = value.isString() ? value.stringValue() : Json.text(value);
                fields.put(name, sealer.seal(text, merchantId));
            } else {
                sealInside(value, merchantId);
            }
        }
    }

    private static boolean holdsCredentials(String name) {
        return name.equals(CREDENTIALS) || name.endsWith(SDK_SUFFIX);
    }

    private void sealInside(JsonNode value, String merchantId) {
        if (value instanceof ObjectNode object) {
            seal(object, merchantId);
        } else if (value instanceof ArrayNode array) {
            array.forEach(item -> sealInside(item, merchantId));
        }
    }
}
