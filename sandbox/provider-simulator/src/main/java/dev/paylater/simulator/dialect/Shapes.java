package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider's answers as its documents show them, from the exchanges that its connector is tested
 * over. A dialect fills in what varies, and cannot answer with a field that no exchange shows.
 */
public final class Shapes {

    private final JsonNode exchanges;

    private Shapes(JsonNode exchanges) {
        this.exchanges = exchanges;
    }

    public static Shapes read(String connector) {
        var name = "/exchanges/" + connector + ".json";
        try (var stream = Shapes.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("There are no exchanges " + name);
            }
            return new Shapes(BookJson.MAPPER.readTree(stream).path("exchanges"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last answer of the exchange of that name. */
    public Shape of(String exchange) {
        return of(exchange, calls(exchange).size() - 1);
    }

    /** The answer to one of the calls of the exchange of that name. */
    public Shape of(String exchange, int call) {
        return new Shape((ObjectNode) calls(exchange).path(call).at("/answer/body").deepCopy());
    }

    private JsonNode calls(String exchange) {
        for (var one : exchanges) {
            if (one.path("name").asString("").equals(exchange)) {
                return one.path("calls");
            }
        }
        throw new IllegalStateException("There is no exchange: " + exchange);
    }

    /** An answer, or a part of one. */
    public record Shape(ObjectNode json) {

        public Shape put(String pointer, @Nullable String text) {
            var at = JsonPointer.compile(pointer);
            parent(at).put(at.last().getMatchingProperty(), text);
            return this;
        }

        public Shape put(String pointer, BigDecimal number) {
            var at = JsonPointer.compile(pointer);
            parent(at).put(at.last().getMatchingProperty(), number);
            return this;
        }

        public Shape put(String pointer, long number) {
            return put(pointer, BigDecimal.valueOf(number));
        }

        /** An amount with its currency, as a number. */
        public Shape money(String pointer, long minor, String currency) {
            parent(JsonPointer.compile(pointer + "/amount"))
                    .put("amount", Decimals.of(minor, currency))
                    .put("currency", currency);
            return this;
        }

        /** An amount with its currency, as a text. */
        public Shape moneyText(String pointer, long minor, String currency) {
            return put(pointer + "/amount", Decimals.of(minor, currency).toPlainString())
                    .put(pointer + "/currency", currency);
        }

        /** Fills a list, each entry like the first that is shown. */
        public <T> Shape each(String pointer, List<T> all, BiConsumer<Shape, T> fill) {
            var list = (ArrayNode) json.at(pointer);
            var entry = (ObjectNode) list.get(0);
            list.removeAll();
            for (var one : all) {
                var shape = new Shape(entry.deepCopy());
                fill.accept(shape, one);
                list.add(shape.json);
            }
            return this;
        }

        /** What this object has at the same place; where it has nothing, nothing is answered. */
        public Shape copy(String pointer, JsonNode from) {
            var at = JsonPointer.compile(pointer);
            var name = at.last().getMatchingProperty();
            if (from.at(at).isMissingNode()) {
                parent(at).remove(name);
            } else {
                parent(at).set(name, from.at(at));
            }
            return this;
        }

        public ProviderAnswer answer(int status) {
            return ProviderAnswer.of(status, json);
        }

        private ObjectNode parent(JsonPointer at) {
            if (json.at(at).isMissingNode()) {
                throw new IllegalStateException("No exchange shows " + at);
            }
            return (ObjectNode) json.at(at.head());
        }
    }
}
