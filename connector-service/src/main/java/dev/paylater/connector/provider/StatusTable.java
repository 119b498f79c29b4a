package dev.paylater.connector.provider;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A provider's status values and what they come to. A value that is not in the table is not guessed
 * at: the outcome is unknown until somebody has written down what it means.
 *
 * @param field under which the answer holds the status
 */
public record StatusTable<S extends Enum<S>>(String field, Map<String, S> meanings) {

    /**
     * What the status in an answer means.
     *
     * @throws UnreadableAnswer when there is none, or one that is not in the table
     */
    public S of(JsonNode answer) {
        var status = HttpAnswer.requiredText(answer, field);
        var meaning = meanings.get(status);
        if (meaning == null) {
            throw new UnreadableAnswer("unknown " + field + " " + status);
        }
        return meaning;
    }
}
