package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class ReadingTest {

    private static final Context MANUAL = Contexts.of(Operation.AUTHORIZE);
    private static final Context AUTOMATIC = MANUAL.withCaptureMethod("automatic");

    @ParameterizedTest
    @CsvSource({
        "REQUIRES_ACTION, REQUIRES_ACTION, ,",
        "CONFIRMABLE, PENDING, ,",
        "PENDING, PENDING, ,",
        "IN_REVIEW, IN_REVIEW, ,",
        "AUTHORIZED, APPROVED, ,",
        "CAPTURED, APPROVED, ,",
        "DECLINED, DECLINED, AUTHORIZATION_FAILED, DECLINED",
        "AUTHENTICATION_FAILED, DECLINED, AUTHENTICATION_FAILED, CUSTOMER_ACTION_FAILED",
        "FAILED, DECLINED, FAILURE, DECLINED",
        "CANCELED, DECLINED, VOIDED, EXPIRED",
        "EXPIRED, DECLINED, EXPIRED, EXPIRED"
    })
    void every_status_comes_to_a_result(
            ProviderStatus status,
            Status expected,
            @Nullable Outcome outcome,
            @Nullable UnifiedError unified) {
        var result = Reading.of(_ -> status).read(json("{}"), MANUAL);

        assertThat(result.status()).isEqualTo(expected);
        if (outcome != null) {
            assertThat(result.requireDecline().outcome()).isEqualTo(outcome);
            assertThat(result.requireDecline().error().unified()).isEqualTo(unified);
        }
    }

    @Test
    void all_that_is_captured_is_a_capture_only_where_one_was_requested() {
        var reading = Reading.of(_ -> ProviderStatus.CAPTURED).amount("/sum");

        assertThat(reading.read(json("{'sum': 5}"), AUTOMATIC).status()).isEqualTo(Status.CAPTURED);
        assertThat(reading.read(json("{'sum': 5}"), AUTOMATIC).amount()).isEqualTo(5);
        assertThat(reading.read(json("{'sum': 5}"), MANUAL).status()).isEqualTo(Status.APPROVED);
    }

    @Test
    void without_an_amount_it_is_the_requested_one_and_a_notification_needs_its_own() {
        assertThat(Reading.success().read(json("{}"), MANUAL).amount()).isEqualTo(2000);
        assertThatThrownBy(() -> Reading.success().read(json("{}")))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "'1'", "null", "9223372036854775808"})
    void what_is_no_amount_says_nothing(String amount) {
        var reading = Reading.success().amount("/sum");

        assertThatThrownBy(() -> reading.read(json("{'sum': " + amount + "}"), MANUAL))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void ids_pages_and_state_are_kept() {
        var result =
                Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                        .transaction("/id")
                        .operation("/op")
                        .keep("url", "/page")
                        .page("/page")
                        .read(json("{'id': 'i', 'op': 'o', 'page': 'https://p'}"), MANUAL);

        assertThat(result.requireNextAction().url()).isEqualTo("https://p");
        assertThat(result.data())
                .isEqualTo(
                        new Data()
                                .transaction("i")
                                .reference("i")
                                .operation("o")
                                .keep("url", "https://p")
                                .build());
    }

    @Test
    void an_answer_about_something_else_says_nothing() {
        var reading = Reading.success().about("/payment", Context::paymentId);

        assertThat(reading.read(json("{'payment': 'pay_1'}"), MANUAL).status())
                .isEqualTo(Status.APPROVED);
        assertThatThrownBy(() -> reading.read(json("{'payment': 'pay_2'}"), MANUAL))
                .isInstanceOf(UnreadableAnswer.class);
        assertThatThrownBy(() -> reading.read(json("{}"), MANUAL))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_qualified_status_wins_and_an_unknown_one_is_not_guessed_at() {
        var statuses =
                Statuses.at("/status", "/code")
                        .map(ProviderStatus.DECLINED, "declined")
                        .map(ProviderStatus.AUTHENTICATION_FAILED, "declined by_customer");

        assertThat(statuses.apply(json("{'status': 'declined'}")))
                .isEqualTo(ProviderStatus.DECLINED);
        assertThat(statuses.apply(json("{'status': 'declined', 'code': 'by_customer'}")))
                .isEqualTo(ProviderStatus.AUTHENTICATION_FAILED);
        assertThat(statuses.apply(json("{'status': 'declined', 'code': 'other'}")))
                .isEqualTo(ProviderStatus.DECLINED);
        assertThatThrownBy(() -> statuses.apply(json("{'status': 'frozen'}")))
                .isInstanceOf(UnreadableAnswer.class);
        assertThatThrownBy(() -> statuses.apply(json("{}"))).isInstanceOf(UnreadableAnswer.class);
    }

    private static JsonNode json(String text) {
        return answer(200, text).json();
    }
}
