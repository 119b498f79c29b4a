package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with a body costs its sender more than us. */
class BoundedErrorsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final int MAX_BYTES = 16 * 1024;

    /** A kind of body, and members that have it thousands of faults. */
    static Stream<Arguments> faultyMembers() {
        return Stream.of(
                Arguments.of(
                        "a long name above numbers out of range",
                        "\"metadata\": {\"%s\": [%s]}"
                                .formatted("k".repeat(49_000), repeated("1e99", 4_000))),
                Arguments.of(
                        "lines of another type",
                        "\"order_details\": [%s]".formatted(repeated("1", 4_000))),
                Arguments.of(
                        "a long name of another type",
                        "\"metadata\": {\"%s\": [%s]}"
                                .formatted("k".repeat(45_000), repeated("1", 4_000))),
                Arguments.of(
                        "many long names",
                        "\"metadata\": {%s}"
                                .formatted(
                                        IntStream.range(0, 300)
                                                .mapToObj(
                                                        i ->
                                                                "\""
                                                                        + "n".repeat(1_000)
                                                                        + i
                                                                        + "\":1e99")
                                                .collect(Collectors.joining(",")))),
                Arguments.of(
                        "names that take six bytes a character",
                        "\"metadata\": {%s}"
                                .formatted(
                                        IntStream.range(0, 60)
                                                .mapToObj(
                                                        i ->
                                                                "\""
                                                                        + "\\u0001".repeat(500)
                                                                        + i
                                                                        + "\":1e99")
                                                .collect(Collectors.joining(",")))),
                Arguments.of(
                        "halves of characters",
                        "\"order_details\": [%s]".formatted(repeated("\"\\ud83d\"", 4_000))));
    }

    private static String repeated(String value, int times) {
        return IntStream.range(0, times).mapToObj(_ -> value).collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @MethodSource("faultyMembers")
    void an_answer_to_thousands_of_faults_is_small(String kind, String members) {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        var secret = payment.path("client_secret").asString();
        var confirm =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + id + "/confirm",
                        "{\"client_secret\": \"%s\", %s}".formatted(secret, members));
        var update = API.post("/payments/" + id, "{" + members + "}");
        for (var reply : new RunningApi.Reply[] {confirm, update}) {
            assertThat(reply.status()).as(kind).isEqualTo(422);
            assertThat(reply.code()).isEqualTo("IR_05");
            assertThat(reply.json().at("/error/fields").size()).isBetween(1, 51);
            assertThat(reply.body().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(MAX_BYTES);
        }
    }

    @Test
    void who_sends_more_faults_than_are_told_hears_that_there_are_more() {
        var body = "{\"order_details\": [%s]}".formatted(repeated("1", 4_000));
        var id = API.create("").path("payment_id").asString();
        var fields = API.post("/payments/" + id, body).json().at("/error/fields");
        assertThat(fields.valueStream().map(field -> field.path("param").asString("")))
                .contains("order_details[0]", "order_details[40]");
        var last = fields.get(fields.size() - 1);
        assertThat(last.has("param")).isFalse();
        assertThat(last.path("message").asString()).contains("more");
    }

    @Test
    void a_body_of_more_values_than_a_payment_has_is_refused_before_it_is_looked_at() {
        var body = "{\"metadata\": {\"k\": [%s]}}".formatted(repeated("1", 200_000));
        var id = API.create("").path("payment_id").asString();
        var reply = API.post("/payments/" + id, body);
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("IR_05");
        assertThat(reply.json().at("/error/message").asString()).contains("100000");
    }

    /** Interface section 5: the publishable key comes with the payment's client_secret. */
    @ParameterizedTest
    @CsvSource({
        "/payments/{id}/confirm",
        "/payments/{id}/complete_authorize",
        "/{id}/complete_authorize",
        "/payments/{id}/3ds/authentication",
        "/payments/session_tokens",
    })
    void who_calls_is_settled_before_the_body_is_judged(String path) {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        var other = API.create("").path("client_secret").asString();
        var body =
                "{\"payment_id\": \"%s\", \"client_secret\": \"%s\", \"order_details\": [1, 1],"
                        + " \"shipping\": 5, \"device_channel\": 7, \"wallets\": 9}";
        var reply =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        path.replace("{id}", id),
                        body.formatted(id, other));
        assertThat(reply.code()).isEqualTo("IR_09");
        assertThat(reply.json().at("/error/fields").isMissingNode()).isTrue();
        var right =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        path.replace("{id}", id),
                        body.formatted(id, payment.path("client_secret").asString()));
        assertThat(right.code()).isIn("IR_04", "IR_05");
    }

    @Test
    void an_error_that_is_recorded_is_given_again_as_small_as_it_was() {
        var id = API.create("").path("payment_id").asString();
        var body = "{\"order_details\": [%s]}".formatted(repeated("1", 4_000));
        var first = API.post("/payments/" + id, body, "Idempotency-Key", "faults-" + id);
        var again = API.post("/payments/" + id, body, "Idempotency-Key", "faults-" + id);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.body().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(MAX_BYTES);
    }

    /** A page has a link for each language, back to its own address. */
    @ParameterizedTest
    @CsvSource({"/pay/x/y", "/pay/merchant_sandbox/plink_none"})
    void a_page_for_an_address_of_8_kb_repeats_none_of_it(String path) {
        for (var query : List.of("limit=" + "9".repeat(7_000), "%22&".repeat(1_800))) {
            var page = API.get(path + "?" + query);
            assertThat(page.status()).isEqualTo(404);
            assertThat(page.body()).contains("<!doctype html>");
            assertThat(page.body().getBytes(UTF_8).length).isLessThan(64 * 1024);
        }
    }
}
