package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A copy of a provider's first recorded authorization that has a body, with terms and context of
 * its own, for tests that change them.
 *
 * @param file the recorded exchanges of the provider
 */
record AuthorizationExchange(
        JsonNode file, ObjectNode exchange, ObjectNode context, ObjectNode terms) {

    private static final Map<String, JsonNode> FILES = new ConcurrentHashMap<>();

    static AuthorizationExchange of(String connector) {
        var file = file(connector);
        var exchange =
                (ObjectNode)
                        StreamSupport.stream(file.path("exchanges").spliterator(), false)
                                .filter(one -> Exchanges.operation(one) == Operation.AUTHORIZE)
                                .filter(one -> one.toString().contains("\"body\":{"))
                                .filter(one -> !one.path("inquiry").asBoolean(false))
                                .findFirst()
                                .orElseThrow()
                                .deepCopy();
        var context =
                exchange.path("context") instanceof ObjectNode object
                        ? object
                        : exchange.putObject("context");
        var terms =
                (ObjectNode)
                        (context.has("terms") ? context : file.path("context"))
                                .path("terms")
                                .deepCopy();
        context.set("terms", terms);
        return new AuthorizationExchange(file, exchange, context, terms);
    }

    static Connector connector(String name) {
        return Connectors.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The recorded exchanges of a provider. */
    static JsonNode file(String connector) {
        return FILES.computeIfAbsent(connector, AuthorizationExchange::read);
    }

    private static JsonNode read(String connector) {
        var path = "/exchanges/" + connector + ".json";
        try (var in = AuthorizationExchange.class.getResourceAsStream(path)) {
            return Exchanges.JSON.readTree(
                    new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
