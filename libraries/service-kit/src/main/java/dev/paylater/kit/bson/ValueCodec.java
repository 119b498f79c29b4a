package dev.paylater.kit.bson;

import org.bson.BsonReader;
import org.bson.BsonValue;
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

    /**
     * Puts into what is about to be written what the value before it holds and this version does
     * not know.
     */
    default void keepUnknown(BsonValue before, BsonValue after) {}

    /** The field by which one of several values is found again; null where there is none. */
    default @Nullable String identity() {
        return null;
    }

    /** What a missing field means. */
    default @Nullable Object missing() {
        return null;
    }
}
