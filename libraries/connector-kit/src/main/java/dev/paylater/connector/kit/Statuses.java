package dev.paylater.connector.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A provider's status values and what they come to. A value that is not in the table makes the
 * result unknown until somebody has written down what it means.
 */
public final class Statuses implements Function<JsonNode, ProviderStatus> {

    private final String pointer;
    private final List<String> qualifiers;
    private final Map<String, ProviderStatus> meanings = new HashMap<>();

    private Statuses(String pointer, List<String> qualifiers) {
        this.pointer = pointer;
        this.qualifiers = qualifiers;
    }

    /**
     * An empty table.
     *
     * @param pointer to the status
     * @param qualifiers to further texts; {@code "declined fraud"} in the table is the status
     *     {@code declined} where one of them is {@code fraud}, and wins over {@code declined} alone
     */
    public static Statuses at(String pointer, String... qualifiers) {
        return new Statuses(pointer, List.of(qualifiers));
    }

    /** Adds a row. */
    public Statuses map(ProviderStatus status, String... values) {
        for (var value : values) {
            meanings.put(value, status);
        }
        return this;
    }

    /** Whether the status in an answer is in the table. */
    public boolean has(JsonNode answer) {
        return meanings.containsKey(Json.required(answer, pointer));
    }

    /**
     * What the status in an answer means.
     *
     * @throws UnreadableAnswer when there is none, or one that is not in the table
     */
    @Override
    public ProviderStatus apply(JsonNode answer) {
        var value = Json.required(answer, pointer);
        for (var qualifier : qualifiers) {
            var qualified = meanings.get(value + ' ' + Json.text(answer, qualifier));
            if (qualified != null) {
                return qualified;
            }
        }
        var meaning = meanings.get(value);
        if (meaning == null) {
            throw new UnreadableAnswer("unknown " + pointer + ' ' + value);
        }
        return meaning;
    }
}
