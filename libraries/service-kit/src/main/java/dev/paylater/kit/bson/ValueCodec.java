package dev.paylater.kit.bson;

import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.jspecify.annotations.Nullable;

/** How values of one Java type are written at the writer's current place, and read from there. */
interface ValueCodec {

    void write(BsonWriter writer, Object value);

    Object read(BsonReader reader);

    /** Whether the value says nothing, so that its field can be left out. */
    default boolean isBlank(Object value) {
        return false;
    }

    /** What a missing field means. */
    default @Nullable Object missing() {
        return null;
    }
}
