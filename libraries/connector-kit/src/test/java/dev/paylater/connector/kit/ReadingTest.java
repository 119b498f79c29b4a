package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void the_page_of_an_earlier_answer_is_the_one_that_was_kept() {
        var reading = Reading.of(_ -> ProviderStatus.REQUIRES_ACTION).pageKept("page");

        assertThat(reading.read(json("{}"), MANUAL).requireNextAction())
                .isEqualTo(NextAction.redirect("p 1"));
        assertThat(reading.read(json("{}")).requireNextAction())
                .as("a notification knows nothing that was kept")
                .isEqualTo(new NextAction("redirect_to_url", null));
    }

    @Test
    void what_the_customer_has_to_do_need_not_be_a_page() {
        var reading = Reading.of(_ -> ProviderStatus.REQUIRES_ACTION).action("invoke_sdk_client");

        assertThat(reading.read(json("{}"), MANUAL).requireNextAction())
                .isEqualTo(new NextAction("invoke_sdk_client", null));
    }

    @Test
    void a_refusal_that_says_why_is_read_from_the_table_of_errors() {
        var reading =
                Reading.of(_ -> ProviderStatus.FAILED)
                        .errors(
                                Errors.at("/code")
                                        .message("/text")
                                        .map(UnifiedError.FRAUD_SUSPECTED, "F1"))
                        .error(ProviderStatus.FAILED, UnifiedError.INVALID_DATA);

        assertThat(reading.read(json("{'code': 'F1', 'text': 't'}"), MANUAL))
                .isEqualTo(
                        ProviderResult.declined(
                                Outcome.FAILURE,
                                ProviderError.of("F1", "t", UnifiedError.FRAUD_SUSPECTED)));
        assertThat(reading.read(json("{'text': 't'}"), MANUAL))
                .as("one that does not say why")
                .isEqualTo(
                        ProviderResult.declined(
                                Outcome.FAILURE,
                                ProviderError.of(
                                        UnifiedError.INVALID_DATA,
                                        "The provider cannot use the data it was given.")));
    }

    @Test
    void a_refusal_of_which_the_provider_says_a_code_only_has_the_unified_text() {
        var reading = Reading.of(_ -> ProviderStatus.DECLINED).code("/status");

        assertThat(reading.read(json("{'status': 'rejected'}"), MANUAL))
                .isEqualTo(
                        ProviderResult.declined(
                                Outcome.AUTHORIZATION_FAILED,
                                ProviderError.of(
                                        "rejected",
                                        "The provider declined the payment.",
                                        UnifiedError.DECLINED)));
    }

    @Test
    void money_is_read_in_the_payments_currency() {
        var reading = Reading.success().money("/total");

        assertThat(reading.read(json("{'total': {'amount': 12.34, 'currency': 'EUR'}}"), MANUAL))
                .isEqualTo(ProviderResult.approved(1234));
        assertThatThrownBy(
                        () ->
                                reading.read(
                                        json("{'total': {'amount': 12.34, 'currency': 'USD'}}"),
                                        MANUAL))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_notification_says_for_itself_what_is_captured_or_held() {
        var captured = Reading.of(_ -> ProviderStatus.CAPTURED).amount("/sum");
        var review = Reading.of(_ -> ProviderStatus.IN_REVIEW).amount("/sum");

        assertThat(captured.read(json("{'sum': 5}"))).isEqualTo(ProviderResult.captured(5));
        assertThat(review.read(json("{'sum': 5}"))).isEqualTo(ProviderResult.inReview(5));
    }

    @Test
    void a_status_is_read_by_itself() {
        var reading = Reading.of(_ -> ProviderStatus.CONFIRMABLE);

        assertThat(reading.status(json("{}"))).isEqualTo(ProviderStatus.CONFIRMABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "REQUIRES_ACTION, false",
        "CONFIRMABLE, false",
        "PENDING, false",
        "IN_REVIEW, false",
        "AUTHORIZED, false",
        "CAPTURED, false",
        "DECLINED, true",
        "AUTHENTICATION_FAILED, true",
        "FAILED, true",
        "CANCELED, true",
        "EXPIRED, true"
    })
    void after_a_refusal_an_end_or_an_expiry_nothing_is_held(ProviderStatus status, boolean over) {
        assertThat(status.isOver()).isEqualTo(over);
    }

    @Test
    void a_table_of_statuses_says_which_it_has() {
        var statuses = Statuses.at("/status").map(ProviderStatus.PENDING, "new", "open");

        assertThat(statuses.has(json("{'status': 'open'}"))).isTrue();
        assertThat(statuses.has(json("{'status': 'frozen'}"))).isFalse();
    }

    @Test
    void data_beside_a_result_is_collected_and_what_is_null_is_not_kept() {
        assertThat(
                        new Data()
                                .transaction("t")
                                .reference("r")
                                .operation("o")
                                .keep("a", "b")
                                .keep("none", null)
                                .fraudScreening(json("{'f': 1}"))
                                .threeDs(json("{'d': 2}"))
                                .mandate("m")
                                .incrementalAllowed()
                                .authorizedUntil(Instant.ofEpochSecond(7))
                                .build())
                .isEqualTo(
                        new ProviderData(
                                "t",
                                "r",
                                "o",
                                Map.of("a", "b"),
                                null,
                                "{\"f\":1}",
                                "{\"d\":2}",
                                "m",
                                true,
                                Instant.ofEpochSecond(7)));
    }
}
