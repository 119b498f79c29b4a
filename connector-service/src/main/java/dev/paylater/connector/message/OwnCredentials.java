package dev.paylater.connector.message;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Secret;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Credentials that a merchant sent along in merchant_connector_details: they win over the stored
 * ones, those of the operation over those of the payment.
 */
public final class OwnCredentials {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private OwnCredentials() {}

    /** The account with what the order brings along. */
    public static Account of(Account account, Order order) {
        var credentials = new HashMap<>(account.credentials());
        credentials.putAll(sent(order.terms()));
        credentials.putAll(sent(order.details()));
        return credentials.equals(account.credentials())
                ? account
                : account.withCredentials(Map.copyOf(credentials));
    }

    private static Map<String, Secret> sent(Fields fields) {
        var text =
                fields.text(
                        "merchant_connector_details", "encoded_data", "connector_account_details");
        if (text == null) {
            return Map.of();
        }
        var sent = new HashMap<String, Secret>();
        try {
            JSON.readTree(text)
                    .forEachEntry(
                            (name, value) -> {
                                if (value.isString()) {
                                    sent.put(name, new Secret(value.stringValue()));
                                }
                            });
        } catch (JacksonException e) {
            throw new IllegalArgumentException("credentials that are no JSON", e);
        }
        return sent;
    }
}
