package dev.paylater.connector.message;

import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Credentials that a merchant sent along in merchant_connector_details: they win over the stored
 * ones, those of the operation over those of the payment.
 */
final class OwnCredentials {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private OwnCredentials() {}

    /** The context with what the request brings along. */
    static Context in(Context context) {
        var account = context.account();
        var credentials = new HashMap<>(account.credentials());
        credentials.putAll(sent(context.terms()));
        credentials.putAll(sent(context.details()));
        return credentials.equals(account.credentials())
                ? context
                : context.withAccount(account.withCredentials(Map.copyOf(credentials)));
    }

    private static Map<String, Secret> sent(Fields fields) {
        var sent = new HashMap<String, Secret>();
        object(fields.at("merchant_connector_details", "encoded_data", "connector_account_details"))
                .forEachEntry(
                        (name, value) -> {
                            if (value.isString()) {
                                sent.put(name, new Secret(value.stringValue()));
                            }
                        });
        return sent;
    }

    /** An object, or its JSON as a text. */
    private static JsonNode object(JsonNode details) {
        try {
            return details.isString() ? JSON.readTree(details.stringValue()) : details;
        } catch (JacksonException e) {
            throw new BadAccount("the credentials that were sent along are no JSON");
        }
    }
}
