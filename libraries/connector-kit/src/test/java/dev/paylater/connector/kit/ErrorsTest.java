package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | {'code': 'no', 'message': 'm'} | no | m | DECLINED",
                "400 | {'source': 'no', 'messages': ['first', 'second']} | no | first | DECLINED",
                "400 | {'code': 'new', 'message': 'm'} | new | m | UNKNOWN",
                "422 | {'code': 'new', 'message': 'm'} | new | m | INVALID_DATA",
                "422 | {'code': 'no', 'message': 'm'} | no | m | DECLINED",
                "403 | {'code': 'forbidden', 'message': 'm'} | forbidden | m | DECLINED"
            },
            quoteCharacter = '~')
    void an_error_is_a_refusal_with_its_code_and_text(
            int status, String body, String code, String message, UnifiedError unified) {
        assertThat(errors().result(answer(status, body)))
                .isEqualTo(
                        ProviderResult.declined(
                                Outcome.FAILURE, ProviderError.of(code, message, unified)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | ",
                "401 | {'code': 'no'}",
                "403 | {'code': 'whatever'}",
                "400 | {'code': 'revoked'}"
            },
            quoteCharacter = '~')
    void refused_credentials_are_no_decline(int status, String body) {
        assertThat(errors().result(answer(status, body == null ? "" : body)).status())
                .isEqualTo(Status.UNAUTHORIZED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'code': 'no', 'message': 'Bad value: currency'} | UNAUTHORIZED",
                "{'code': 'no', 'message': 'Bad value: street'} | DECLINED",
                "{'code': 'no'} | DECLINED"
            },
            quoteCharacter = '~')
    void what_only_the_accounts_set_up_decides_is_no_decline(String body, Status status) {
        assertThat(errors().unconfigured("currency").result(answer(400, body)).status())
                .isEqualTo(status);
    }

    /** Some say with it that the payment does not stand so. */
    @Test
    void a_403_may_be_a_refusal_like_others() {
        var errors = Errors.at("/code").status(UnifiedError.INVALID_DATA, 403).unauthorized("key");

        assertThat(errors.result(answer(403, "{'code': 'captured'}")))
                .isEqualTo(
                        ProviderResult.declined(
                                Outcome.FAILURE,
                                ProviderError.of("captured", null, UnifiedError.INVALID_DATA)));
        assertThat(errors.result(answer(403, "{'code': 'key'}")).status())
                .isEqualTo(Status.UNAUTHORIZED);
        assertThat(errors.result(answer(401, "{'code': 'captured'}")).status())
                .isEqualTo(Status.UNAUTHORIZED);
    }

    @Test
    void a_reference_that_is_in_use_leaves_it_unknown() {
        assertThat(errors().result(answer(400, "{'code': 'c', 'source': 'reference'}")).status())
                .isEqualTo(Status.UNKNOWN);
    }

    @Test
    void a_status_may_say_it_all() {
        assertThat(errors().result(answer(409, ""))).isEqualTo(ProviderResult.pending());
    }

    @Test
    void an_error_without_a_code_says_nothing() {
        assertThatThrownBy(() -> errors().result(answer(400, "{}")))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @ParameterizedTest
    @CsvSource({"401, UNAUTHORIZED", "403, UNAUTHORIZED", "400, UNKNOWN", "422, UNKNOWN"})
    void an_inquiry_that_is_refused_says_nothing_about_the_operation(int status, Status expected) {
        assertThat(Errors.inquiryRefused(answer(status, "{'code': 'no'}")).status())
                .isEqualTo(expected);
    }

    @Test
    void the_error_in_a_body_is_its_code_its_text_and_what_they_come_to() {
        assertThat(errors().error(json("{'code': 'no', 'message': 'm'}")))
                .isEqualTo(ProviderError.of("no", "m", UnifiedError.DECLINED));
        assertThat(errors().error(json("{'code': 'new'}")))
                .isEqualTo(ProviderError.of("new", null, UnifiedError.UNKNOWN));
        assertThat(errors().error(json("{}")))
                .isEqualTo(ProviderError.of(null, null, UnifiedError.UNKNOWN));
    }

    @Test
    void what_a_provider_says_beyond_its_message_is_the_reason() {
        var errors = Errors.at("/code").message("/texts/0").reason("/texts/1");

        assertThat(errors.error(json("{'code': 'no', 'texts': ['m', 'r']}")))
                .isEqualTo(new ProviderError("no", "m", "r", UnifiedError.UNKNOWN));
        assertThat(errors.error(json("{'code': 'no', 'texts': ['m']}")).reason()).isNull();
    }

    @Test
    void without_a_place_for_texts_an_error_has_none() {
        var errors = Errors.at("/code");

        assertThat(errors.error(json("{'code': 'no', 'message': 'm'}")).message()).isNull();
    }

    @Test
    void a_provider_that_says_no_more_than_a_code_gets_the_unified_text() {
        var errors = Errors.at("/code").map(UnifiedError.FRAUD_SUSPECTED, "F1").unifiedMessages();

        assertThat(errors.error(json("{'code': 'F1', 'message': 'm'}")))
                .isEqualTo(
                        ProviderError.of(
                                "F1",
                                "The provider suspects fraud.",
                                UnifiedError.FRAUD_SUSPECTED));
    }

    @Test
    void a_status_has_its_meaning_only_for_codes_that_have_none() {
        var errors =
                Errors.at("/code")
                        .status(UnifiedError.DUPLICATE, 409, 410)
                        .map(UnifiedError.EXPIRED, "late");

        assertThat(unified(errors, 409, "new")).isEqualTo(UnifiedError.DUPLICATE);
        assertThat(unified(errors, 410, "new")).isEqualTo(UnifiedError.DUPLICATE);
        assertThat(unified(errors, 409, "late")).isEqualTo(UnifiedError.EXPIRED);
        assertThat(unified(errors, 400, "new")).isEqualTo(UnifiedError.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 |  | true",
                "400 | {'code': 'gone'} | true",
                "400 | {'code': 'no'} | false",
                "401 | {'code': 'gone'} | false",
                "200 | {'code': 'gone'} | false"
            },
            quoteCharacter = '~')
    void a_code_may_say_that_there_is_no_such_thing(int status, String body, boolean absent) {
        var errors = Errors.at("/code").absent("gone");

        assertThat(errors.isAbsent(answer(status, body == null ? "" : body))).isEqualTo(absent);
    }

    private static Errors errors() {
        return Errors.at("/code", "/source")
                .message("/messages/0", "/message")
                .map(UnifiedError.DECLINED, "no", "forbidden")
                .status(UnifiedError.INVALID_DATA, 422)
                .unauthorized("revoked")
                .inUse("/source", "reference")
                .result(ProviderResult.pending(), 409);
    }

    private static UnifiedError unified(Errors errors, int status, String code) {
        return errors.result(answer(status, "{'code': '" + code + "'}"))
                .requireDecline()
                .error()
                .unified();
    }
}
