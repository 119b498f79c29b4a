package dev.paylater.api.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.json.Json;
import java.util.Collections;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FormTest {

    private final Forms forms = new Forms(new OpenApi());
    private final Form create = forms.of("PaymentCreateRequest");
    private final Form confirm = forms.of("PaymentConfirmRequest");

    /**
     * Interface section 8 and decisions.md 4: a field, the longest or largest value, one beyond.
     */
    static Stream<Arguments> limits() {
        return Stream.of(
                texts("merchant_id", 255),
                texts("merchant_order_reference_id", 255),
                texts("name", 255),
                texts("phone", 255),
                texts("statement_descriptor_name", 22),
                texts("statement_descriptor_suffix", 22),
                texts("customer_id", 64),
                inside("customer", "id", 64),
                inside("customer", "name", 255),
                inside("customer", "phone", 10),
                inside("customer", "phone_country_code", 2),
                texts("ssn", 20),
                texts("gender", 10),
                texts("locale", 5),
                Arguments.of("metadata", keys(50), keys(51)),
                Arguments.of("metadata", value(500), value(501)),
                Arguments.of("metadata", name(40), name(41)),
                Arguments.of("frm_metadata", keys(50), keys(51)),
                Arguments.of("frm_metadata", value(500), value(501)),
                Arguments.of("frm_metadata", name(40), name(41)),
                Arguments.of("shipping_cost", "9223372036854775807", "9223372036854775808"),
                Arguments.of("amount_to_capture", "9223372036854775807", "9223372036854775808"),
                Arguments.of("session_expiry", "0", "-1"),
                Arguments.of("session_expiry", "2147483647", "2147483648"),
                Arguments.of("payment_id", quoted(30), quoted(29)),
                Arguments.of("payment_id", quoted(30), quoted(31)));
    }

    private static Arguments texts(String field, int max) {
        return Arguments.of(field, quoted(max), quoted(max + 1));
    }

    private static Arguments inside(String field, String member, int max) {
        var format = "{\"" + member + "\": %s}";
        return Arguments.of(
                field, format.formatted(quoted(max)), format.formatted(quoted(max + 1)));
    }

    private static String quoted(int length) {
        return "\"" + "x".repeat(length) + "\"";
    }

    private static String keys(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"k" + i + "\": \"v\"")
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(int length) {
        return "{\"key\": " + quoted(length) + "}";
    }

    private static String name(int length) {
        return "{" + quoted(length) + ": \"v\"}";
    }

    @ParameterizedTest
    @CsvSource({
        "'', 501234567, 966",
        "'', 501234567, +971",
        "'', 50001234, 00965",
        "'', 36001234, BH",
        "'', +96892123456, +968",
        "'', 971500000001, 971",
        "'', 01511234567, 49",
        "'', (030) 123-4567, +49",
        "'', +49 (0)30 1234567 890123 45678 9, +49",
        "customer.phone, 12345678901, 49",
        "customer.phone, +49 (0)30 1234567 890123 45678 90, +49",
        "customer.phone, 0151 123 4567 x 12, 49",
        "customer.phone_country_code, 1234567890, 49170",
        "customer.phone_country_code, 1234567890, +49170",
        "customer.phone_country_code, 1234567890, DEU"
    })
    void a_phone_beyond_ten_characters_and_a_code_beyond_two_are_taken_as_what_they_are(
            String refused, String phone, String code) {
        var body =
                """
                {"amount": 1, "currency": "EUR",
                 "customer": {"phone": "%s", "phone_country_code": "%s"}}
                """
                        .formatted(phone, code);
        var refusal = problemOf(create, body);

        assertThat(refusal == null ? "" : refusal.param()).isEqualTo(refused);
    }

    @ParameterizedTest
    @MethodSource("limits")
    void a_field_may_reach_its_limit_and_not_pass_it(String field, String within, String beyond) {
        var body = "{\"amount\": 1, \"currency\": \"EUR\", \"%s\": %s}";
        assertThat(problemOf(create, body.formatted(field, within))).isNull();
        var refusal = problemOf(create, body.formatted(field, beyond));
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.IR_05);
        assertThat(refusal.status()).isEqualTo(422);
        assertThat(refusal.param()).startsWith(field);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "'{\"currency\": \"EUR\"}', 400, IR_04, amount",
                "'{\"amount\": 5}', 400, IR_04, currency",
                "'{\"amount\": null, \"currency\": \"EUR\"}', 400, IR_04, amount",
                "'', 400, IR_04, amount",
                "'{\"amount\": 1.5, \"currency\": \"EUR\"}', 422, IR_05, amount",
                "'{\"amount\": \"5\", \"currency\": \"EUR\"}', 422, IR_05, amount",
                "'{\"amount\": true, \"currency\": \"EUR\"}', 422, IR_05, amount",
                "'{\"amount\": -1, \"currency\": \"EUR\"}', 422, IR_05, amount",
                "'{\"amount\": 9223372036854775808, \"currency\": \"EUR\"}', 422, IR_05, amount",
                "'{\"amount\": 1e999999999, \"currency\": \"EUR\"}', 422, IR_05, amount",
                "'{\"amount\": 5, \"currency\": \"eur\"}', 422, IR_05, currency",
                "'{\"amount\": 5, \"currency\": \"XXX\"}', 422, IR_05, currency",
                "'{\"amount\": 5, \"currency\": 978}', 422, IR_05, currency",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"capture_on\": \"soon\"}', 422, IR_05,"
                        + " capture_on",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"capture_on\":"
                        + " \"2026-12-31T23:59:60Z\"}', 422, IR_05, capture_on",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"return_url\":"
                        + " \"javascript:alert(1)\"}', 422, IR_05, return_url",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"billing\": {\"address\":"
                        + " {\"country\": \"Germany\"}}}', 422, IR_05, billing.address.country",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"order_details\": [{}, {\"amount\":"
                        + " \"x\"}]}', 422, IR_05, order_details[1].amount",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"connector\": [\"nobody\"]}', 422,"
                        + " IR_05, connector[0]",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"routing\": {\"type\": \"single\","
                        + " \"data\": \"nobody\"}}', 422, IR_05, routing",
                "'{\"amount\": 5, \"currency\": \"EUR\", \"name\": \"\\ud800\"}', 422, IR_05, name",
                "'{\"amount\": 5, \"amount\": 6, \"currency\": \"EUR\"}', 400, IR_06,",
                "'{\"amount\": 5,', 400, IR_06,",
                "'not json', 400, IR_06,",
                "'{} {}', 400, IR_06,",
                "'[]', 422, IR_05, body",
                "'null', 422, IR_05, body",
            })
    void what_is_wrong_is_named(String body, int status, ErrorCode code, @Nullable String param) {
        var refusal = problemOf(create, body);
        assertThat(refusal).isNotNull();
        assertThat(refusal.status()).isEqualTo(status);
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.param()).isEqualTo(param);
    }

    /** A form, a body, the field and what is said of it. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "PaymentConfirmRequest, '{\"off_session\": 1}', off_session, must be of type"
                        + " boolean",
                "RefundCreateRequest, '{\"payment_id\": 5}', payment_id, must be of type string",
                "RefundCreateRequest, '{}', payment_id, is required",
                "RefundCreateRequest, '{\"payment_id\": \"p\", \"amount\": 0}', amount, must be at"
                        + " least 1",
                "RefundCreateRequest, '{\"payment_id\": \"p\", \"refund_id\": \"\"}', refund_id,"
                        + " must have at least 1 character",
                "RefundCreateRequest, '{\"payment_id\": \"p\", \"refund_id\": \"a b\"}', refund_id,"
                        + " 'must have letters, digits, - and _ only, and not begin with late_ or"
                        + " found_'",
                "RefundCreateRequest, '{\"payment_id\": \"p\", \"refund_id\": \"late_1\"}',"
                        + " refund_id, 'must have letters, digits, - and _ only, and not begin with"
                        + " late_ or found_'",
                "RefundCreateRequest, '{\"payment_id\": \"p\", \"refund_id\": \"found_1\"}',"
                        + " refund_id, 'must have letters, digits, - and _ only, and not begin with"
                        + " late_ or found_'",
                "RefundListRequest, '{\"start_time\": \"2026-01-31T00:00:00Z\", \"amount\": 5}',"
                        + " amount, is not a field here",
                "RefundListRequest, '{\"start_time\": \"2026-01-31T00:00:00Z\", \"payment_id\":"
                        + " \"\"}', payment_id, must have at least 1 character",
                "RefundCreateRequest, '{\"payment_id\": \"p\", \"refund_type\": \"soon\"}',"
                        + " refund_type, 'must be one of scheduled, instant'",
                "PaymentConfirmRequest, '{\"currency\": \"XXX\"}', currency, is none of the"
                        + " codes it can have; AED is one",
                "PaymentConfirmRequest, '{\"currency\": \"eur\"}', currency, 'must be written EUR,"
                        + " in capitals'",
                "PaymentConfirmRequest, '{\"amount\": \"65.40\"}', amount, must be an integer;"
                        + " amounts are in minor units: 6540 for 65.40",
                "PaymentConfirmRequest, '{\"amount\": 65.40}', amount, must be an integer;"
                        + " amounts are in minor units: 6540 for 65.40",
                "PaymentConfirmRequest, '{\"amount\": \"6540\"}', amount, must be an integer",
                "PaymentConfirmRequest, '{\"session_expiry\": 2147483648}', session_expiry, must be"
                        + " at most 2147483647",
                "PaymentConfirmRequest, '{\"locale\": \"123456\"}', locale, must have at most 5"
                        + " characters",
                "PaymentConfirmRequest, '{\"capture_on\": \"soon\"}', capture_on, 'must be an ISO"
                        + " 8601 date-time with its time zone, for example 2026-01-31T00:00:00Z'",
                "PaymentConfirmRequest, '{\"routing\": {\"type\": \"priority\", \"data\": []}}',"
                        + " routing, does not have one of the forms it can have",
                "PaymentConfirmRequest, '{\"name\": \"\\ud800\"}', name, is not Unicode text",
                "PaymentConfirmRequest, '{\"billing\": {\"email\": \"\\udc00\"}}', billing.email,"
                        + " is not Unicode text",
                "PaymentConfirmRequest, '{\"order_details\": [{}, {\"product_name\":"
                        + " \"\\ude00\\ud83d\"}]}', order_details[1].product_name, is not Unicode"
                        + " text",
                "PaymentConfirmRequest, '{\"metadata\": {\"a\": 1e101}}', metadata.a, is a number"
                        + " out of range",
                "PaymentConfirmRequest, '{\"metadata\": {\"a\": 1e-101}}', metadata.a, is a number"
                        + " out of range",
                "PaymentConfirmRequest, '{\"metadata\": {\"a\": -9223372036854775807.5}}',"
                        + " metadata.a, is a number out of range",
            })
    void it_is_said_what_was_expected(String form, String body, String param, String expectation) {
        var refusal = problemOf(forms.of(form), body);
        assertThat(refusal).isNotNull();
        assertThat(refusal.param()).isEqualTo(param);
        assertThat(refusal.message()).isEqualTo(param + " " + expectation);
    }

    @Test
    void lists_and_free_objects_have_their_limits_too() {
        var connectors = "{\"connector\": [%s]}";
        var sandbox = "\"sandbox\"";
        assertThat(problemOf(confirm, connectors.formatted(repeated(sandbox, 20)))).isNull();
        assertThat(messageOf(connectors.formatted(repeated(sandbox, 21))))
                .isEqualTo("connector must have at most 20 entries");
        assertThat(messageOf("{\"metadata\": " + keys(51) + "}"))
                .isEqualTo("metadata must have at most 50 keys");
        assertThat(messageOf("{\"metadata\": " + name(41) + "}"))
                .isEqualTo("metadata has a key with too long a name");
    }

    @Test
    void what_is_unicode_and_fits_into_64_bits_is_kept_as_it_was_sent() {
        var body =
                """
                {"name": "\\ud83d\\ude00 a\\ud83d\\ude00",
                 "metadata": {"a": 1e-100, "b": 1.50, "c": 9223372036854775807.0}}
                """;
        assertThat(confirm.read(body.getBytes(UTF_8)).toString())
                .isEqualTo(
                        "{\"name\":\"\ud83d\ude00 a\ud83d\ude00\","
                                + "\"metadata\":{\"a\":1E-100,\"b\":1.50,"
                                + "\"c\":9223372036854775807.0}}");
    }

    @Test
    void where_a_body_is_broken_is_said() {
        assertThat(messageOf("{\"amount\":\n 5,"))
                .startsWith("The body is not JSON: line 2, column");
        var deep = "{\"a\": ".repeat(Json.MAX_DEPTH + 1) + "1" + "}".repeat(Json.MAX_DEPTH + 1);
        assertThat(messageOf(deep))
                .isEqualTo(
                        "The body is nested more than 40 levels deep, has more than 100000 names"
                                + " and values or holds a number of too many digits");
        assertThat(messageOf("[]")).isEqualTo("body must be a JSON object");
    }

    private static String repeated(String item, int count) {
        return String.join(",", Collections.nCopies(count, item));
    }

    private String messageOf(String body) {
        return Objects.requireNonNull(problemOf(confirm, body)).message();
    }

    @Test
    void all_problems_of_a_body_are_told_at_once() {
        var refusal =
                problemOf(
                        create,
                        """
                        {"currency": "EURO", "customer": {"phone": "12345678901"}, "confirm": "yes"}
                        """);
        assertThat(refusal).isNotNull();
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.fields())
                .extracting(Problem::param)
                .containsExactlyInAnyOrder("amount", "currency", "customer.phone", "confirm");
    }

    @Test
    void unknown_fields_are_ignored_and_nulls_count_as_left_out() {
        assertThat(
                        problemOf(
                                create,
                                """
                                {"amount": 5, "currency": "EUR", "colour": "red", "confirm": null,
                                 "billing": {"address": {"planet": 3, "country": null}}}
                                """))
                .isNull();
    }

    @Test
    void nesting_is_bounded() {
        var deep = "[".repeat(Json.MAX_DEPTH + 1) + "]".repeat(Json.MAX_DEPTH + 1);
        var refusal =
                problemOf(
                        create,
                        "{\"amount\": 5, \"currency\": \"EUR\", \"connector_metadata\": {\"a\": "
                                + deep
                                + "}}");
        assertThat(refusal).isNotNull();
        assertThat(refusal.status()).isEqualTo(422);
    }

    private static @Nullable ApiException problemOf(Form form, String body) {
        return catchThrowableOfType(ApiException.class, () -> form.read(body.getBytes(UTF_8)));
    }
}
