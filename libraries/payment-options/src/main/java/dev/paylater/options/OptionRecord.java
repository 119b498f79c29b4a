package dev.paylater.options;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record whose components are options, read and made by their names: two of them are merged, and
 * turned into a message and back, without naming every option again. What is read is what was
 * given, whatever an accessor of the record answers in its place.
 */
public final class OptionRecord<T extends Record> {

    /** Gives the value that a component is to have. */
    @FunctionalInterface
    public interface Source {
        @Nullable Object valueOf(String fieldName, Class<?> type);
    }

    private final Map<String, Field> components = new LinkedHashMap<>();
    private final Constructor<T> constructor;

    private OptionRecord(Class<T> type) {
        var declared = type.getRecordComponents();
        try {
            for (var component : declared) {
                var field = type.getDeclaredField(component.getName());
                field.setAccessible(true);
                components.put(fieldName(component.getName()), field);
            }
            constructor =
                    type.getDeclaredConstructor(
                            Stream.of(declared)
                                    .map(RecordComponent::getType)
                                    .toArray(Class<?>[]::new));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " is not read by its components", e);
        }
    }

    /** Of a public record; make it once and keep it. */
    public static <T extends Record> OptionRecord<T> of(Class<T> type) {
        return new OptionRecord<>(type);
    }

    /** The value of a field; null also when there is no such field. */
    public @Nullable Object value(T from, String fieldName) {
        var component = components.get(fieldName);
        try {
            return component == null ? null : component.get(from);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot read " + fieldName, e);
        }
    }

    /** The names of the fields that have a value. */
    public Set<String> fieldsOf(T from) {
        return components.keySet().stream()
                .filter(field -> value(from, field) != null)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A record with these values. */
    public T make(Source source) {
        var values = new @Nullable Object[components.size()];
        var index = 0;
        for (var component : components.entrySet()) {
            values[index] = source.valueOf(component.getKey(), component.getValue().getType());
            index++;
        }
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot make " + constructor.getDeclaringClass(), e);
        }
    }

    /** As the interface and the messages spell it. */
    private static String fieldName(String componentName) {
        return componentName.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
