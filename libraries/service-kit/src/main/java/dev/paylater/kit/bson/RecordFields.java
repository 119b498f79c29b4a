package dev.paylater.kit.bson;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.jspecify.annotations.Nullable;

/** A record as a document with a field per component. */
final class RecordFields implements ValueCodec {

    private final Field[] fields;
    private final Map<String, Field> byName = new HashMap<>();
    private final MethodHandle constructor;

    private record Field(int index, String name, ValueCodec codec, MethodHandle accessor) {}

    RecordFields(Class<?> type) {
        var components = type.getRecordComponents();
        var parameterTypes = new Class<?>[components.length];
        fields = new Field[components.length];
        try {
            var lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            for (var i = 0; i < components.length; i++) {
                var component = components[i];
                parameterTypes[i] = component.getType();
                var field =
                        new Field(
                                i,
                                Names.snakeCase(component.getName()),
                                ValueCodecs.of(component.getGenericType()),
                                lookup.unreflect(component.getAccessor())
                                        .asType(MethodType.methodType(Object.class, Object.class)));
                fields[i] = field;
                byName.put(field.name, field);
            }
            constructor =
                    lookup.findConstructor(type, MethodType.methodType(void.class, parameterTypes))
                            .asSpreader(Object[].class, components.length)
                            .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("Cannot reach the components of " + type, e);
        }
    }

    @Override
    public void write(BsonWriter writer, Object value) {
        writer.writeStartDocument();
        for (var field : fields) {
            var component = get(field, value);
            if (component != null && !field.codec.isBlank(component)) {
                writer.writeName(field.name);
                field.codec.write(writer, component);
            }
        }
        writer.writeEndDocument();
    }

    @Override
    public Object read(BsonReader reader) {
        var values = new @Nullable Object[fields.length];
        for (var field : fields) {
            values[field.index] = field.codec.missing();
        }
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            var field = byName.get(reader.readName());
            if (field != null) {
                values[field.index] = field.codec.read(reader);
            } else if (reader instanceof DocumentReader noticing) {
                noticing.skipUnknown();
            } else {
                reader.skipValue();
            }
        }
        reader.readEndDocument();
        return create(values);
    }

    @Override
    public void keepUnknown(BsonValue before, BsonValue after) {
        var written = after.asDocument();
        before.asDocument()
                .forEach(
                        (name, value) -> {
                            var field = byName.get(name);
                            var now = written.get(name);
                            if (field == null) {
                                written.putIfAbsent(name, value);
                            } else if (now != null) {
                                field.codec.keepUnknown(value, now);
                            }
                        });
    }

    @Override
    public @Nullable String identity() {
        return fields.length == 0 ? null : fields[0].name;
    }

    private static @Nullable Object get(Field field, Object value) {
        try {
            return field.accessor.invokeExact(value);
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot read component " + field.name, e);
        }
    }

    private Object create(@Nullable Object[] values) {
        try {
            return constructor.invokeExact(values);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot create from " + Arrays.toString(values), e);
        }
    }
}
