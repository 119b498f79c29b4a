package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose settings count, ours or the operator's. */
class ClientSettingsTest {

    @Test
    void without_any_of_the_operators_they_are_those_that_money_asks_for() {
        var producer = ClientSettings.producer(settings(Map.of()));
        assertThat(producer)
                .containsEntry("bootstrap.servers", "b:1")
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("linger.ms", 5)
                .containsEntry("max.request.size", 2_162_688);
        var consumer = ClientSettings.consumer(settings(Map.of()), "group");
        assertThat(consumer)
                .containsEntry("group.id", "group")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("session.timeout.ms", 6_000)
                .containsEntry("heartbeat.interval.ms", 500)
                .containsEntry("max.partition.fetch.bytes", 2_097_152);
    }

    @Test
    void the_operators_win_where_they_are_safe() {
        var theirs =
                settings(
                        Map.of(
                                "session.timeout.ms", "20000",
                                "heartbeat.interval.ms", "5000",
                                "linger.ms", "9",
                                "reconnect.backoff.max.ms", "9000",
                                "security.protocol", "SSL"));
        assertThat(ClientSettings.consumer(theirs, "group"))
                .containsEntry("session.timeout.ms", "20000")
                .containsEntry("heartbeat.interval.ms", "5000")
                .containsEntry("security.protocol", "SSL");
        assertThat(ClientSettings.producer(theirs))
                .containsEntry("linger.ms", "9")
                .containsEntry("security.protocol", "SSL");
        assertThat(ClientSettings.admin(theirs))
                .containsEntry("bootstrap.servers", "b:1")
                .containsEntry("reconnect.backoff.max.ms", "9000")
                .containsEntry("security.protocol", "SSL");
    }

    @ParameterizedTest
    @CsvSource({"acks, 1, all", "enable.idempotence, false, true"})
    void a_producer_that_could_lose_a_payment_is_refused(String name, String value, String must) {
        var settings = settings(Map.of(name, value));
        assertThatThrownBy(() -> ClientSettings.producer(settings))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("paylater.kafka.client.%s is %s".formatted(name, value))
                .hasMessageContaining("must be " + must);
    }

    @ParameterizedTest
    @CsvSource({
        "enable.auto.commit, true, must be false",
        "auto.offset.reset, latest, must be earliest",
        "session.timeout.ms, 5999, must be at least 6000"
    })
    void a_consumer_that_could_lose_or_repeat_a_payment_is_refused(
            String name, String value, String must) {
        var settings = settings(Map.of(name, value));
        assertThatThrownBy(() -> ClientSettings.consumer(settings, "group"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("paylater.kafka.client.%s is %s".formatted(name, value))
                .hasMessageContaining(must);
    }

    @Test
    void what_is_the_same_as_ours_may_be_said() {
        var settings = settings(Map.of("acks", "all", "session.timeout.ms", "6000"));
        assertThat(ClientSettings.producer(settings)).containsEntry("acks", "all");
        assertThat(ClientSettings.consumer(settings, "group"))
                .containsEntry("session.timeout.ms", "6000");
    }

    private static KafkaSettings settings(Map<String, String> client) {
        return new KafkaSettings(
                "b:1", "http://r", (short) 3, 2, null, null, null, client, Map.of());
    }
}
