package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.Refusal;
import dev.paylater.schemas.Reply;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroCodecTest {

    private static final String TOPIC = "payments.replies";
    private static final Reply REPLY = new Reply("abc", new Refusal("IR_16", "no", null), null);

    private final MemoryRegistry registry = new MemoryRegistry();
    private final AvroCodec codec = AvroCodec.of(registry);

    @Test
    void a_record_is_a_zero_byte_the_id_of_its_schema_and_avro() {
        // Lengths and choices of Avro are zigzag: 06 is three characters, 02 the second of a union.
        var expected =
                "00" + "00000001" + "06616263" + "02" + "0a49525f3136" + "046e6f" + "00" + "00";
        assertThat(HexFormat.of().formatHex(codec.encode(TOPIC, REPLY))).isEqualTo(expected);
    }

    @Test
    void each_type_on_a_topic_is_a_subject_of_its_own() {
        codec.encode(TOPIC, REPLY);
        codec.encode(TOPIC, new Refusal("IR_16", "no", null));
        codec.encode("other", REPLY);
        assertThat(registry.bySubject.keySet())
                .containsExactly(
                        "payments.replies-" + Reply.class.getName(),
                        "payments.replies-" + Refusal.class.getName(),
                        "other-" + Reply.class.getName());
    }

    @Test
    void what_was_written_is_read() {
        assertThat(codec.decode(codec.encode(TOPIC, REPLY))).isEqualTo(REPLY);
    }

    @Test
    void fields_that_the_writer_did_not_have_get_their_defaults() {
        var older =
                new Schema.Parser()
                        .parse(
                                """
                                {"type": "record", "name": "Reply", "namespace": "%s",
                                 "fields": [{"name": "correlation_id", "type": "string"}]}
                                """
                                        .formatted(Reply.class.getPackageName()));
        registry.idOf("older", older);
        assertThat(codec.decode(HexFormat.of().parseHex("000000000106616263")))
                .isEqualTo(new Reply("abc", null, null));
    }

    @Test
    void no_beginning_of_a_record_is_a_record() {
        var bytes = codec.encode(TOPIC, REPLY);
        for (var length = 0; length < bytes.length; length++) {
            var shortened = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(shortened)).isInstanceOf(UnreadableMessage.class);
        }
    }

    @Test
    void a_record_has_nothing_after_its_end() {
        var bytes = codec.encode(TOPIC, REPLY);
        var longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> codec.decode(longer))
                .isInstanceOf(UnreadableMessage.class)
                .hasMessageContaining("left over");
    }

    @ParameterizedTest
    @ValueSource(strings = {"01000000010661626300", "7b7d7b7d7b7d", "00000000ff06616263"})
    void what_is_not_ours_is_unreadable_for_ever(String hex) {
        codec.encode(TOPIC, REPLY);
        assertThatThrownBy(() -> codec.decode(HexFormat.of().parseHex(hex)))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void a_type_that_nobody_knows_here_is_unreadable_for_ever() {
        registry.idOf("x", new Schema.Parser().parse("{\"type\": \"string\"}"));
        assertThatThrownBy(() -> codec.decode(HexFormat.of().parseHex("000000000106616263")))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void a_length_beyond_all_reason_is_not_believed() {
        codec.encode(TOPIC, REPLY);
        assertThatThrownBy(() -> codec.decode(HexFormat.of().parseHex("0000000001feffffff0f")))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void an_absent_registry_is_worth_another_attempt() {
        var bytes = codec.encode(TOPIC, REPLY);
        registry.away = true;
        var fresh = AvroCodec.of(registry);
        assertThatThrownBy(() -> fresh.decode(bytes)).isInstanceOf(RegistryUnavailable.class);
        assertThatThrownBy(() -> fresh.encode(TOPIC, REPLY))
                .isInstanceOf(RegistryUnavailable.class);
    }
}
