package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What GET /payments/list is narrowed by, alone and together, among three payments of a run. */
class PaymentFiltersApiTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String RUN = UUID.randomUUID().toString().substring(0, 8);

    /** In the order of their creation: the names that the tests know them by. */
    private static final List<String> NAMES = List.of("lamp", "chair", "table");

    private static final List<String> IDS = new java.util.ArrayList<>();

    @BeforeAll
    static void make_three_payments() {
        IDS.add(
                payment(
                        6540,
                        "EUR",
                        "order-1",
                        "\"email\": \" Ada@Example.COM \"",
                        "succeeded",
                        "klarna",
                        "invoice"));
        IDS.add(
                payment(
                        7000,
                        "EUR",
                        "order-2",
                        "\"billing\": {\"email\": \"grace@example.com\"}, \"email\": \"x@y.z\"",
                        "failed",
                        "sandbox",
                        "direct_debit"));
        IDS.add(
                payment(
                        6540,
                        "SEK",
                        "\\\"odd\\\" ü",
                        "\"customer\": {\"id\": \"cus_%s\", \"email\": \"ada@example.com\"}"
                                .formatted(RUN),
                        "processing",
                        "klarna",
                        "invoice"));
    }

    private static String payment(
            long amount,
            String currency,
            String reference,
            String person,
            String status,
            String connector,
            String type) {
        var id =
                API.post(
                                "/payments",
                                """
                                {"amount": %d, "currency": "%s", "customer_id": "cus_%s", %s,
                                 "merchant_order_reference_id": "%s%s"}
                                """
                                        .formatted(amount, currency, RUN, person, reference, RUN))
                        .json()
                        .path("payment_id")
                        .asString();
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + id),
                        new Document(
                                "$set",
                                new Document("status", status)
                                        .append("connector", connector)
                                        .append("payment.intent.payment_method_type", type)));
        return id;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status=succeeded | lamp",
                "status=succeeded,processing | table lamp",
                "status=failed&status=processing | table chair",
                "connector=klarna | table lamp",
                "connector=mondu | ''",
                "currency=SEK | table",
                "payment_method_type=direct_debit | chair",
                "amount=6540 | table lamp",
                "amount_gte=6541 | chair",
                "amount_lte=6540 | table lamp",
                "amount_gte=6540&amount_lte=7000 | table chair lamp",
                "merchant_order_reference_id=order-1RUN | lamp",
                "merchant_order_reference_id=order-1RUN&merchant_order_reference_id=order-2RUN"
                        + " | chair lamp",
                "merchant_order_reference_id=order | ''",
                "profile_id=nobody | ''",
                "q=order- | chair lamp",
                "q=order-2 | chair",
                "q=ORDER | ''",
                "q=ada@example.com | table lamp",
                "q=%20ADA@example.com | table lamp",
                "q=grace@example.com | chair",
                "q=x@y.z | ''",
                "q=nobody@example.com | ''",
                "connector=klarna&currency=EUR&status=succeeded&amount_lte=6540&q=order- | lamp",
                "connector=klarna&q=ada@example.com&currency=SEK | table",
                "limit=1&connector=klarna | table"
            })
    void a_list_is_narrowed_by(String query, String found) {
        assertThat(list(query.replace("RUN", RUN))).isEqualTo(found);
    }

    @Test
    void an_order_reference_is_found_by_its_beginning_whatever_is_in_it() {
        assertThat(list("q=" + encoded("\"odd"))).isEqualTo("table");
        assertThat(list("q=" + encoded("\"odd\" ü" + RUN))).isEqualTo("table");
        assertThat(list("merchant_order_reference_id=" + encoded("\"odd\" ü" + RUN)))
                .isEqualTo("table");
    }

    @Test
    void a_narrowed_list_is_walked_with_the_cursor() {
        var last = "connector=klarna&q=ada@example.com&starting_after=" + IDS.get(2);
        assertThat(list(last)).isEqualTo("lamp");
        assertThat(list("currency=EUR&ending_before=" + IDS.get(0))).isEqualTo("chair");
    }

    @Test
    void no_payment_shows_the_hash_that_it_is_found_by() {
        var shown = API.get("/payments/" + IDS.getFirst());
        assertThat(shown.body()).doesNotContain("email_hash");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status=succeded",
                "status=failed,",
                "connector=Klarna",
                "currency=eur",
                "payment_method_type=card",
                "amount=65.40",
                "amount_gte=much",
                "amount_lte=99999999999999999999"
            })
    void a_value_that_no_payment_can_have_is_refused(String query) {
        var answer = API.get("/payments/list?" + query);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_05");
        assertThat(answer.json().at("/error/param").asString())
                .isEqualTo(query.substring(0, query.indexOf('=')));
    }

    @Test
    void bounds_that_nothing_lies_between_are_refused() {
        var answer = API.get("/payments/list?amount_gte=2&amount_lte=1");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_06");
    }

    /** Not only of lists. */
    @Test
    void every_call_refuses_a_query_parameter_that_it_does_not_have() {
        for (var answer :
                List.of(
                        API.get("/payments/" + IDS.getFirst() + "?forcesync=true"),
                        API.get("/customers/nobody?expand=all"),
                        API.post("/payments?amount=1", "{\"amount\": 1, \"currency\": \"EUR\"}"),
                        API.administer("/admin/merchants?dry_run=true", "{}"))) {
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.code()).isEqualTo("IR_05");
        }
    }

    /** The names of those that are found, newest first. */
    private static String list(String query) {
        var page = API.get("/payments/list?customer_id=cus_" + RUN + "&" + query);
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return page.json()
                .at("/0/data")
                .valueStream()
                .map(payment -> payment.path("payment_id").asString())
                .map(id -> Objects.requireNonNull(NAMES.get(IDS.indexOf(id))))
                .collect(java.util.stream.Collectors.joining(" "));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
