package dev.paylater.api.admin;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Answer;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.springframework.dao.DuplicateKeyException;
import tools.jackson.core.JsonGenerator;

/** What the administration's resources have in common. */
final class Stored {

    private Stored() {}

    /** Inserts, or answers that there is one with this id already. */
    static <T> T insert(String id, Supplier<T> insertion) {
        try {
            return insertion.get();
        } catch (DuplicateKeyException _) {
            throw ApiException.of(ErrorCode.HE_01, id + " exists already", null);
        }
    }

    static <T> Answer show(T stored, BiConsumer<T, JsonGenerator> writer) {
        return Answer.json(json -> writer.accept(stored, json));
    }

    static <T> Answer showAll(List<T> stored, BiConsumer<T, JsonGenerator> writer) {
        return Answer.json(
                json -> {
                    json.writeStartArray();
                    stored.forEach(each -> writer.accept(each, json));
                    json.writeEndArray();
                });
    }
}
