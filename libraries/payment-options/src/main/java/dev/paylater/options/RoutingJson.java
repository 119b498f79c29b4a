package dev.paylater.options;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a routing rule: {@code {"type": "single" | "priority" | "volume_split", "data": ...}},
 * where a connector is its name or {@code {"connector", "merchant_connector_id"}}.
 */
public final class RoutingJson {

    private RoutingJson() {}

    /**
     * The rule in a JSON text.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Routing read(String json) {
        var rule = JsonMapper.shared().readTree(json);
        var data = rule.path("data");
        return switch (rule.path("type").asString("")) {
            case "single" -> new Routing.Single(choice(data));
            case "priority" -> new Routing.Priority(choices(data));
            case "volume_split" -> new Routing.VolumeSplit(shares(data));
            default -> throw new IllegalArgumentException("No routing rule: " + json);
        };
    }

    /** The JSON text of a rule. */
    public static String write(Routing rule) {
        var json = JsonMapper.shared().createObjectNode();
        switch (rule) {
            case Routing.Single(var choice) -> put(choice, json.put("type", "single"), "data");
            case Routing.Priority(var choices) -> {
                var data = json.put("type", "priority").putArray("data");
                choices.forEach(choice -> put(choice, data.addObject()));
            }
            case Routing.VolumeSplit(var shares) -> {
                var data = json.put("type", "volume_split").putArray("data");
                shares.forEach(
                        share ->
                                put(
                                        share.choice(),
                                        data.addObject().put("split", share.percent()),
                                        "connector"));
            }
        }
        return json.toString();
    }

    private static void put(Routing.Choice choice, ObjectNode owner, String name) {
        put(choice, owner.putObject(name));
    }

    private static void put(Routing.Choice choice, ObjectNode json) {
        json.put("connector", choice.connector());
        if (choice.merchantConnectorId() != null) {
            json.put("merchant_connector_id", choice.merchantConnectorId());
        }
    }

    private static List<Routing.Choice> choices(JsonNode data) {
        var choices = new ArrayList<Routing.Choice>();
        data.forEach(choice -> choices.add(choice(choice)));
        return List.copyOf(choices);
    }

    private static List<Routing.Share> shares(JsonNode data) {
        var shares = new ArrayList<Routing.Share>();
        data.forEach(
                share ->
                        shares.add(
                                new Routing.Share(
                                        choice(share.path("connector")),
                                        share.path("split").asInt())));
        return List.copyOf(shares);
    }

    private static Routing.Choice choice(JsonNode choice) {
        if (choice.isString()) {
            return new Routing.Choice(choice.asString(), null);
        }
        var account = choice.path("merchant_connector_id");
        return new Routing.Choice(
                choice.path("connector").asString(""),
                account.isString() ? account.asString() : null);
    }
}
