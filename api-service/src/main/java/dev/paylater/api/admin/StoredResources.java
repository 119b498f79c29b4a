package dev.paylater.api.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.json.Json;
import dev.paylater.kit.mongo.OptimisticChange;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** What the administration's resources have in common. */
final class StoredResources {

    private StoredResources() {}

    /** Inserts, or answers that there is one with this id already. */
    static <T> T insert(String id, Supplier<T> insertion) {
        try {
            return insertion.get();
        } catch (DuplicateKeyException _) {
            throw ApiException.of(ErrorCode.HE_01, id + " exists already", null);
        }
    }

    /** What was stored before and after a change; before there is nothing of what is new. */
    record Change<T>(@Nullable T before, T after) {}

    /** Changes what is there, again from the beginning when another writer was faster. */
    static <T> Change<T> changed(Supplier<T> read, UnaryOperator<T> change, UnaryOperator<T> save) {
        return OptimisticChange.retried(
                () -> {
                    var before = read.get();
                    return new Change<>(before, save.apply(change.apply(before)));
                });
    }

    /** Has the audit log keep what was stored before and after, as the writer shows them. */
    static <T> void audit(
            Call call,
            @Nullable String merchantId,
            String id,
            Change<T> change,
            BiConsumer<T, JsonGenerator> writer) {
        var before = change.before();
        call.changes(
                merchantId,
                id,
                before == null ? null : text(before, writer),
                text(change.after(), writer));
    }

    /** Likewise, with the reason that was given in the console. */
    static <T> void audit(
            Call call,
            @Nullable String merchantId,
            String id,
            Change<T> change,
            BiConsumer<T, JsonGenerator> writer,
            String reason) {
        var before = change.before();
        var after = (ObjectNode) Json.read(text(change.after(), writer));
        call.changes(
                merchantId,
                id,
                before == null ? null : text(before, writer),
                Json.text(after.put("reason", reason)));
    }

    static <T> String text(T stored, BiConsumer<T, JsonGenerator> writer) {
        return new String(Json.write(json -> writer.accept(stored, json)), UTF_8);
    }

    static <T> Answer show(T stored, BiConsumer<T, JsonGenerator> writer) {
        return Answer.json(json -> writer.accept(stored, json));
    }

    static <T> Answer showAll(
            List<T> stored, Function<T, String> id, BiConsumer<T, JsonGenerator> writer) {
        return Answer.json(json -> Items.writeWhole(stored, id, writer, json));
    }
}
