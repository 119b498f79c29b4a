package dev.paylater.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a connector rests on, by how far it is to be trusted: the names of its exchanges. */
final class Facts {

    static final String HEAD =
            """

            ## What each connector rests on

            Every fact is an exchange (`connectors/src/main/resources/exchanges`), with its source: the connector is
            tested over it, and the simulator answers in its shape. From the most to the least trusted:
            seen at a real account ([certification.md](certification.md)), the provider's OpenAPI document, its SDK, its official plugin, its documentation alone, and what is
            assumed. What is assumed about a provider, and not a rule of our own, is an account setting
            where the connector can do with either
            ([connector-accounts.md](../operators/connector-accounts.md)).
            """;

    /** Most trusted first. */
    private static final List<String> TRUST =
            List.of("seen", "openapi", "sdk", "plugin", "documentation", "assumed", "own protocol");

    private Facts() {}

    static void write(StringBuilder page, String connector) {
        page.append("\n### ").append(connector).append("\n\n| trust | |\n|---|---|\n");
        var exchanges = exchanges(connector);
        for (var trust : TRUST) {
            var names = new ArrayList<String>();
            for (var exchange : exchanges) {
                if (exchange.path("trust").asString().equals(trust)) {
                    names.add(exchange.path("name").asString());
                }
            }
            if (!names.isEmpty()) {
                page.append("| ").append(trust).append(" | ");
                page.append(String.join("; ", names)).append(" |\n");
            }
        }
    }

    private static JsonNode exchanges(String connector) {
        try (var file = Facts.class.getResourceAsStream("/exchanges/" + connector + ".json")) {
            return new JsonMapper().readTree(Objects.requireNonNull(file)).path("exchanges");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
