package dev.paylater.connector.kit;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's account at a provider.
 *
 * @param id merchant_connector_id
 * @param baseUrl the account's own address of the provider, when it differs from the live one
 * @param credentials decrypted; never to be logged
 * @param webhookSecret what notifications are signed with
 * @param settings free settings of the account, see the connector's documentation
 */
public record Account(
        String id,
        String merchantId,
        String connector,
        @Nullable URI baseUrl,
        Map<String, Secret> credentials,
        @Nullable Secret webhookSecret,
        Fields settings) {

    /** A credential; throws {@link BadAccount} when the merchant did not give it. */
    public String credential(String name) {
        var secret = credentials.get(name);
        if (secret == null) {
            throw new BadAccount("credential " + name + " is missing");
        }
        return secret.value();
    }

    /** A text setting, and what is usual where the account has none. */
    public String setting(String name, String usual) {
        var text = settings.text(name);
        return text == null ? usual : text;
    }

    /** A setting that is true or false, and what is usual where the account has none. */
    public boolean flag(String name, boolean usual) {
        return settings.at(name).asBoolean(usual);
    }

    /** Whether a request that comes under the same key once more is known to be the same. */
    public boolean repeatsKeys() {
        return settings.at("repeats_keys").asBoolean(true);
    }

    /** The account with other credentials. */
    public Account withCredentials(Map<String, Secret> others) {
        return new Account(id, merchantId, connector, baseUrl, others, webhookSecret, settings);
    }

    /** A duration from a setting in milliseconds. */
    public @Nullable Duration millis(String setting) {
        var node = settings.at(setting);
        return node.canConvertToLong() ? Duration.ofMillis(node.asLong()) : null;
    }
}
