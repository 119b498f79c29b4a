package dev.paylater.api.rotation;

import java.util.function.BinaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The texts of a stored document, at whatever depth: state, history and details alike. */
final class StoredTexts {

    private StoredTexts() {}

    /**
     * Changes the document itself.
     *
     * @param change takes a field's name and a text in it, and gives the text that is to be there
     */
    static void replaceAll(BsonDocument within, BinaryOperator<String> change) {
        within.replaceAll((field, value) -> replaced(field, value, change));
    }

    private static BsonValue replaced(
            String field, BsonValue value, BinaryOperator<String> change) {
        switch (value.getBsonType()) {
            case DOCUMENT -> replaceAll(value.asDocument(), change);
            case ARRAY -> value.asArray().replaceAll(item -> replaced(field, item, change));
            case STRING -> {
                return new BsonString(change.apply(field, value.asString().getValue()));
            }
            default -> {
                // Nothing else holds texts.
            }
        }
        return value;
    }
}
