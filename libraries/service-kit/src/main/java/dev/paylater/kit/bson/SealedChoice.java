package dev.paylater.kit.bson;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;

/** One of the records of a sealed interface, as {@code {t: which, d: its fields}}. */
final class SealedChoice implements ValueCodec {

    private record Choice(String name, ValueCodec codec) {}

    private final Class<?> type;
    private final Map<String, Choice> byName = new HashMap<>();
    private final Map<Class<?>, Choice> byType = new HashMap<>();

    SealedChoice(Class<?> type) {
        this.type = type;
        collect(type);
    }

    private void collect(Class<?> parent) {
        for (var permitted : parent.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                collect(permitted);
            } else {
                var choice =
                        new Choice(
                                Names.snakeCase(permitted.getSimpleName()),
                                ValueCodecs.of(permitted));
                byName.put(choice.name, choice);
                byType.put(permitted, choice);
            }
        }
    }

    @Override
    public void write(BsonWriter writer, Object value) {
        var choice = byType.get(value.getClass());
        if (choice == null) {
            throw new IllegalArgumentException(value.getClass() + " is no " + type);
        }
        writer.writeStartDocument();
        writer.writeString("t", choice.name);
        writer.writeName("d");
        choice.codec.write(writer, value);
        writer.writeEndDocument();
    }

    /** What belonged to another kind is gone with it. */
    @Override
    public void keepUnknown(BsonValue before, BsonValue after) {
        var kind = after.asDocument().getString("t");
        if (before.asDocument().getString("t").equals(kind)) {
            Objects.requireNonNull(byName.get(kind.getValue()))
                    .codec
                    .keepUnknown(
                            before.asDocument().getDocument("d"),
                            after.asDocument().getDocument("d"));
        }
    }

    @Override
    public Object read(BsonReader reader) {
        reader.readStartDocument();
        var name = reader.readString("t");
        var choice = byName.get(name);
        if (choice == null) {
            throw new IllegalArgumentException(type.getSimpleName() + " has no kind " + name);
        }
        reader.readName("d");
        var value = choice.codec.read(reader);
        reader.readEndDocument();
        return value;
    }
}
