package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Shape;
import dev.paylater.api.json.Json;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * One kind of object in an answer: every member that the OpenAPI document declares, in its order,
 * written from a source. A member that nothing writes is null.
 */
final class Layout<T> {

    private static final Logger log = LoggerFactory.getLogger(Layout.class);

    /** Writes one value, null included. */
    @FunctionalInterface
    interface Member<T> {
        void write(T source, JsonGenerator json);
    }

    /** Finds what writes the members that have no writer of their own. */
    @FunctionalInterface
    interface Fallback<T> {
        Member<T> of(String name, Shape shape);
    }

    /** A member, its name as the bytes that are written. */
    private record Entry<T>(SerializableString name, Member<T> member) {}

    private final List<Entry<T>> entries;

    private Layout(List<Entry<T>> entries) {
        this.entries = entries;
    }

    static <T> Builder<T> builder() {
        return new Builder<>();
    }

    /** The layout with another writer of some members. */
    Layout<T> with(BiFunction<String, Member<T>, Member<T>> change) {
        return new Layout<>(
                entries.stream()
                        .map(
                                entry ->
                                        new Entry<>(
                                                entry.name(),
                                                change.apply(
                                                        entry.name().getValue(), entry.member())))
                        .toList());
    }

    void write(T source, JsonGenerator json) {
        json.writeStartObject();
        for (var entry : entries) {
            json.writeName(entry.name());
            entry.member().write(source, json);
        }
        json.writeEndObject();
    }

    /**
     * Writes an object of a document that may be damaged. What cannot be written is null, an entry
     * of `warnings` where there are such, and logged for somebody to mend it.
     */
    void writeReadable(T source, JsonGenerator json) {
        String whole;
        try {
            whole = Json.string(out -> write(source, out));
        } catch (RuntimeException _) {
            writeUndamaged(source, json);
            return;
        }
        json.writeRawValue(whole);
    }

    private void writeUndamaged(T source, JsonGenerator json) {
        var members = new LinkedHashMap<SerializableString, String>();
        var lost = new ArrayList<String>();
        for (var entry : entries) {
            var value = "null";
            try {
                value = Json.string(out -> entry.member().write(source, out));
            } catch (RuntimeException e) {
                lost.add(entry.name().getValue());
                log.error("{} of a stored document is damaged", entry.name().getValue(), e);
            }
            members.put(entry.name(), value);
        }
        json.writeStartObject();
        members.forEach(
                (name, value) -> {
                    json.writeName(name);
                    if (name.getValue().equals("warnings")) {
                        Warnings.ofDamaged(lost, json);
                    } else {
                        json.writeRawValue(value);
                    }
                });
        json.writeEndObject();
    }

    /** An array of such objects; null when there are none. */
    void writeAll(List<T> sources, JsonGenerator json) {
        if (sources.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        sources.forEach(source -> write(source, json));
        json.writeEndArray();
    }

    /** Collects what writes each member. */
    static final class Builder<T> {

        private final Map<String, Member<T>> members = new HashMap<>();

        Builder<T> member(String name, Member<T> member) {
            members.put(name, member);
            return this;
        }

        /** Texts that are stored under the names they are shown with. */
        Builder<T> texts(Function<T, Fields> source, String... names) {
            for (var name : names) {
                text(name, item -> source.apply(item).text(name));
            }
            return this;
        }

        Builder<T> numbers(Function<T, Fields> source, String... names) {
            for (var name : names) {
                number(name, item -> source.apply(item).number(name));
            }
            return this;
        }

        Builder<T> flags(Function<T, Fields> source, String... names) {
            for (var name : names) {
                flag(name, item -> source.apply(item).flag(name));
            }
            return this;
        }

        Builder<T> times(Function<T, Fields> source, String... names) {
            for (var name : names) {
                time(name, item -> source.apply(item).time(name));
            }
            return this;
        }

        Builder<T> text(String name, Function<T, @Nullable String> value) {
            return member(name, (item, json) -> Values.text(value.apply(item), json));
        }

        Builder<T> number(String name, Function<T, @Nullable Long> value) {
            return member(name, (item, json) -> Values.number(value.apply(item), json));
        }

        Builder<T> flag(String name, Function<T, @Nullable Boolean> value) {
            return member(name, (item, json) -> Values.flag(value.apply(item), json));
        }

        Builder<T> time(String name, Function<T, @Nullable Instant> value) {
            return member(name, (item, json) -> Values.time(value.apply(item), json));
        }

        /** JSON text that is shown as it is stored. */
        Builder<T> json(String name, Function<T, @Nullable String> value) {
            return member(name, (item, json) -> Values.raw(value.apply(item), json));
        }

        /** The four members of a provider's error, whose unified meaning is a name. */
        Builder<T> error(Function<T, Fields> error) {
            return text("error_code", item -> error.apply(item).text("code"))
                    .text("error_message", item -> error.apply(item).text("message"))
                    .text("unified_code", item -> error.apply(item).text("unified"))
                    .text("unified_message", item -> unifiedMessage(error.apply(item)));
        }

        private static @Nullable String unifiedMessage(Fields error) {
            var unified = error.text("unified");
            return unified == null ? null : UnifiedError.ofCode(unified).message();
        }

        Layout<T> build(OpenApi api, String schema) {
            return build(api, schema, (_, _) -> (_, json) -> json.writeNull());
        }

        Layout<T> build(OpenApi api, String schema, Fallback<T> fallback) {
            var properties = api.schema(schema).required("properties");
            for (var name : members.keySet()) {
                properties.required(name);
            }
            return new Layout<>(
                    properties.properties().stream()
                            .map(
                                    property ->
                                            new Entry<>(
                                                    new SerializedString(property.getKey()),
                                                    memberOf(
                                                            property.getKey(),
                                                            Shape.of(api, property.getValue()),
                                                            fallback)))
                            .toList());
        }

        private Member<T> memberOf(String name, Shape shape, Fallback<T> fallback) {
            var member = members.get(name);
            return member == null ? fallback.of(name, shape) : member;
        }
    }
}
