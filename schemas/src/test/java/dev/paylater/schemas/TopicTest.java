package dev.paylater.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicTest {

    @Test
    void every_connector_has_a_topic_of_its_own() {
        assertThat(Topic.all()).extracting(Topic::name).contains("connectors.klarna");
        assertThat(Topic.ofConnector("two").partitions()).isEqualTo(48);
    }

    @Test
    void a_service_needs_no_topic_of_a_connector_to_be_there() {
        assertThat(Topic.shared())
                .extracting(Topic::name)
                .containsExactly(
                        "payments.commands",
                        "payments.events",
                        "payments.state",
                        "payments.replies",
                        "refunds.commands",
                        "refunds.events",
                        "audit.events");
    }

    @Test
    void every_topic_has_dead_letters_that_keep_their_place_in_one_partition() {
        var letters = Topic.PAYMENT_COMMANDS.deadLetters();
        assertThat(letters.name()).isEqualTo("payments.commands.dlt");
        assertThat(letters.partitions()).isEqualTo(1);
    }

    @Test
    void a_key_is_the_merchant_and_the_payment() {
        assertThat(Topic.key("merchant", "pay_1")).isEqualTo("merchant/pay_1");
    }
}
