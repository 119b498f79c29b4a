package dev.paylater.api.json;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;

/** Arrays in which an item that cannot be shown, because it is damaged, hides no other. */
public final class Items {

    private static final Logger log = LoggerFactory.getLogger(Items.class);

    private Items() {}

    /**
     * Writes an array; what cannot be written is left out, and logged for somebody to mend it.
     *
     * @param id names an item without saying anything of what is in it
     */
    public static <T> void write(
            Iterable<T> items,
            Function<T, String> id,
            BiConsumer<T, JsonGenerator> writer,
            JsonGenerator json) {
        json.writeStartArray();
        for (var item : items) {
            try {
                json.writeRawValue(Json.string(out -> writer.accept(item, out)));
            } catch (RuntimeException e) {
                log.error("{} is damaged and left out of a list", id.apply(item), e);
            }
        }
        json.writeEndArray();
    }

    /**
     * Writes a page of a list.
     *
     * @param found one more than the limit, where there are more
     */
    public static <T> void writePage(
            List<T> found,
            int limit,
            Function<T, String> id,
            BiConsumer<T, JsonGenerator> writer,
            JsonGenerator json) {
        json.writeStartObject();
        json.writeName("data");
        write(found.subList(0, Math.min(limit, found.size())), id, writer, json);
        json.writeBooleanProperty("has_more", found.size() > limit);
        json.writeEndObject();
    }

    /** Writes a list that is one page, however long it is. */
    public static <T> void writeWhole(
            List<T> found,
            Function<T, String> id,
            BiConsumer<T, JsonGenerator> writer,
            JsonGenerator json) {
        writePage(found, found.size(), id, writer, json);
    }
}
