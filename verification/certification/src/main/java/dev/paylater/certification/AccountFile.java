package dev.paylater.certification;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connectors.Exchanges;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file with the fields of a connector account (docs/operators/connector-accounts.md): JSON, or
 * properties whose names are paths ({@code credentials.api_key}). A field {@code payment} says what
 * is bought, in the form that the context of an exchange has.
 */
record AccountFile(JsonNode json) {

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE);

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when it is neither JSON nor properties with credentials; its
     *     message shows nothing of the file
     */
    static AccountFile read(Path file) throws IOException {
        var text = Files.readString(file, UTF_8);
        var json = text.stripLeading().startsWith("{") ? json(text) : properties(text);
        if (!json.path("credentials").isObject()) {
            throw new IllegalArgumentException(file + " has no credentials");
        }
        return new AccountFile(json);
    }

    /** Whether somebody else on this machine can read or change the file. */
    static boolean isOpenToOthers(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView("posix")
                && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains);
    }

    /** The account at the provider. */
    Account account(Connector connector, @Nullable URI baseUrl) {
        var credentials = new HashMap<String, Secret>();
        json.path("credentials")
                .forEachEntry((name, value) -> credentials.put(name, new Secret(value.asString())));
        var settings = new HashMap<String, String>();
        json.path("settings").forEachEntry((name, value) -> settings.put(name, value.toString()));
        var webhookSecret = json.path("webhook_secret");
        var address = json.path("base_url");
        return new Account(
                "mca_certify",
                "merchant_1",
                connector.name(),
                baseUrl == null && address.isString() ? URI.create(address.asString()) : baseUrl,
                Map.copyOf(credentials),
                webhookSecret.isString() ? new Secret(webhookSecret.asString()) : null,
                new Fields(settings));
    }

    JsonNode settings() {
        return json.path("settings");
    }

    JsonNode payment() {
        return json.path("payment");
    }

    private static JsonNode json(String text) {
        try {
            return Exchanges.JSON.readTree(text);
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw new IllegalArgumentException(
                    "no JSON, line " + (at == null ? "?" : at.getLineNr()));
        }
    }

    private static JsonNode properties(String text) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(text));
        var json = Exchanges.JSON.createObjectNode();
        for (var name : properties.stringPropertyNames()) {
            ObjectNode parent = json;
            var path = name.split("\\.", -1);
            for (var i = 0; i < path.length - 1; i++) {
                parent = parent.withObject("/" + path[i]);
            }
            var value = properties.getProperty(name);
            parent.set(
                    path[path.length - 1],
                    name.startsWith("settings.") || name.startsWith("payment.")
                            ? value(value)
                            : Exchanges.JSON.getNodeFactory().stringNode(value));
        }
        return json;
    }

    /** A number, a truth value or an object where it is one, else a text. */
    private static JsonNode value(String text) {
        try {
            return Exchanges.JSON.readTree(text);
        } catch (JacksonException e) {
            return Exchanges.JSON.getNodeFactory().stringNode(text);
        }
    }
}
