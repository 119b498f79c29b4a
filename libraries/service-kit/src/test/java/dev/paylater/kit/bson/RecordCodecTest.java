package dev.paylater.kit.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordCodecTest {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00.123Z");

    enum Colour {
        DARK_RED,
        BLUE
    }

    record Line(String productName, long amount) {}

    sealed interface State {
        record Open() implements State {}

        record OnHold(String why) implements State {}
    }

    record Everything(
            String plainText,
            long amount,
            int count,
            boolean ready,
            @Nullable Long maybeAmount,
            @Nullable Instant happenedAt,
            @Nullable Colour colour,
            List<Line> lines,
            Map<String, String> texts,
            @Nullable State state) {}

    private static final Everything FULL =
            new Everything(
                    "text",
                    Long.MAX_VALUE,
                    -1,
                    true,
                    0L,
                    TIME,
                    Colour.DARK_RED,
                    List.of(new Line("a", 1), new Line("b", 2)),
                    Map.of("key.with.dots", "value"),
                    new State.OnHold("weather"));

    private static final Everything EMPTY =
            new Everything("", 0, 0, false, null, null, null, List.of(), Map.of(), null);

    private static final RecordCodec<Everything> CODEC = RecordCodec.of(Everything.class);

    private static Everything read(String json) {
        return CODEC.fromDocument(RawBsonDocument.parse(json));
    }

    @Test
    void components_become_snake_case_fields() {
        assertThat(CODEC.toDocument(FULL))
                .isEqualTo(
                        BsonDocument.parse(
                                """
                                {"plain_text": "text", "amount": {"$numberLong": "%d"},
                                 "count": -1, "ready": true,
                                 "maybe_amount": {"$numberLong": "0"},
                                 "happened_at": {"$date": "2026-01-01T00:00:00.123Z"},
                                 "colour": "dark_red",
                                 "lines": [
                                   {"product_name": "a", "amount": {"$numberLong": "1"}},
                                   {"product_name": "b", "amount": {"$numberLong": "2"}}],
                                 "texts": {"key.with.dots": "value"},
                                 "state": {"t": "on_hold", "d": {"why": "weather"}}}
                                """
                                        .formatted(Long.MAX_VALUE)));
    }

    @Test
    void what_is_absent_or_an_empty_collection_is_left_out() {
        assertThat(CODEC.toDocument(EMPTY).keySet())
                .containsExactly("plain_text", "amount", "count", "ready");
    }

    @Test
    void what_was_written_is_read() {
        assertThat(CODEC.fromDocument(CODEC.toDocument(FULL))).isEqualTo(FULL);
        assertThat(CODEC.fromDocument(CODEC.toDocument(EMPTY))).isEqualTo(EMPTY);
    }

    @Test
    void fields_of_another_version_are_skipped_and_missing_ones_are_blank() {
        assertThat(read("{\"plain_text\": \"\", \"newer\": {\"a\": [1, {\"b\": 2}]}}"))
                .isEqualTo(EMPTY);
    }

    @Test
    void a_choice_without_fields_is_still_a_choice() {
        var open = RecordCodec.of(State.class);
        var document = open.toDocument(new State.Open());
        assertThat(document).isEqualTo(BsonDocument.parse("{\"t\": \"open\", \"d\": {}}"));
        assertThat(open.fromDocument(document)).isEqualTo(new State.Open());
    }

    @Test
    void an_unknown_choice_or_constant_is_refused() {
        assertThatThrownBy(() -> read("{\"state\": {\"t\": \"closed\", \"d\": {}}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> read("{\"colour\": \"green\"}"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
