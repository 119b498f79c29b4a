package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.UpdatePayment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaymentApiTest {

    private static final RunningApi API = RunningApi.shared();

    @Test
    void a_created_payment_comes_back_with_every_field() {
        var payment =
                API.create(
                        """
                        , "description": "A lamp", "ssn": "123-45-6789", "metadata": {"b": 1, "a": {}},
                         "customer": {"name": "Ada", "phone": "1234567890"},
                         "payment_method_data": {"pay_later": {"klarna_sdk": {"token": "t"}}},
                         "surcharge_details": {"surcharge_amount": 5}
                        """);
        assertThat(payment.path("payment_id").asString()).hasSize(30).startsWith("pay_");
        assertThat(payment.path("status").asString()).isEqualTo("requires_payment_method");
        assertThat(payment.path("description").asString()).isEqualTo("A lamp");
        assertThat(payment.path("ssn").asString()).isEqualTo("123-45-6789");
        assertThat(payment.path("metadata").toString()).isEqualTo("{\"b\":1,\"a\":{}}");
        assertThat(payment.at("/payment_method_data/pay_later").toString())
                .isEqualTo("{\"klarna_sdk\":null}");
        assertThat(payment.at("/customer/id").asString()).startsWith("cus_");
        assertThat(payment.at("/customer/email").isNull()).isTrue();
        assertThat(payment.path("created").asString())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    }

    @Test
    void what_is_personal_is_sealed_before_it_leaves_the_process() {
        var id =
                API.create(
                                """
                                , "ssn": "canary-1", "customer": {"id": "c"}, "payment_method_data":
                                  {"pay_later": {"klarna_sdk": {"token": "canary-4"}}}
                                """)
                        .path("payment_id")
                        .asString();
        API.post(
                "/payments/" + id + "/capture",
                """
                {"metadata": {"birth_date": "canary-2"}, "merchant_connector_details":
                  {"encoded_data": {"connector_account_details": {"key": "canary-3"}}}}
                """);
        var create =
                API.orchestrator.received(CreatePayment.class).stream()
                        .filter(command -> command.getPaymentId().equals(id))
                        .toList();
        var captures =
                API.orchestrator.received(CapturePayment.class).stream()
                        .filter(command -> command.getPaymentId().equals(id))
                        .toList();
        assertThat(create.toString() + captures).contains("sealed:1:").doesNotContain("canary");
    }

    @Test
    void a_text_that_only_looks_sealed_is_given_back() {
        var payment = API.create(", \"description\": \"sealed:1:AAAA\"");
        assertThat(payment.path("description").asString()).isEqualTo("sealed:1:AAAA");
    }

    @Test
    void a_lost_reply_is_replaced_by_the_payment_itself() {
        var id = API.create("").path("payment_id").asString();
        API.orchestrator.mute = true;
        try {
            var capture = API.post("/payments/" + id + "/capture", "");
            assertThat(capture.status()).isEqualTo(200);
            assertThat(capture.json().path("status").asString()).isEqualTo("succeeded");
        } finally {
            API.orchestrator.mute = false;
        }
    }

    @Test
    void a_payment_id_can_be_chosen_once_per_merchant() {
        var body =
                "{\"amount\": 1, \"currency\": \"EUR\", \"payment_id\": \"chosen_%s\"}"
                        .formatted("x".repeat(23));
        assertThat(API.post("/payments", body).status()).isEqualTo(200);
        var again = API.post("/payments", body);
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.code()).isEqualTo("HE_01");
        assertThat(API.postAs(RunningApi.OTHER_SECRET, "/payments", body).status()).isEqualTo(200);
    }

    @Test
    void a_repeated_request_gets_the_same_bytes_and_acts_once() throws Exception {
        var body = "{\"amount\": 77, \"currency\": \"EUR\", \"description\": \"storm\"}";
        Callable<RunningApi.Reply> request =
                () -> API.post("/payments", body, "Idempotency-Key", "storm-1");
        List<Future<RunningApi.Reply>> answers;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            answers = executor.invokeAll(IntStream.range(0, 8).mapToObj(_ -> request).toList());
        }
        var settled = API.post("/payments", body, "Idempotency-Key", "storm-1");
        assertThat(settled.status()).isEqualTo(200);
        assertThat(settled.header("Idempotent-Replayed")).isEqualTo("true");
        for (var answer : answers) {
            var reply = answer.get();
            if (reply.status() == 409) {
                assertThat(reply.code()).isEqualTo("ID_01");
            } else {
                assertThat(reply.body()).isEqualTo(settled.body());
            }
        }
        assertThat(
                        API.orchestrator.received(CreatePayment.class).stream()
                                .filter(
                                        create ->
                                                "\"storm\""
                                                        .equals(
                                                                create.getTerms()
                                                                        .get("description")))
                                .map(CreatePayment::getPaymentId)
                                .distinct())
                .hasSize(1);
    }

    @Test
    void an_idempotency_key_belongs_to_one_request() {
        API.post("/payments", "{\"amount\": 1, \"currency\": \"EUR\"}", "Idempotency-Key", "k-1");
        var other =
                API.post(
                        "/payments",
                        "{\"amount\": 2, \"currency\": \"EUR\"}",
                        "Idempotency-Key",
                        "k-1");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("ID_02");
        assertThat(API.post("/payments", "{}", "Idempotency-Key", "k".repeat(256)).code())
                .isEqualTo("IR_05");
        var refused = API.post("/payments", "{}", "Idempotency-Key", "k-2");
        var replayed = API.post("/payments", "{}", "Idempotency-Key", "k-2");
        assertThat(replayed.status()).isEqualTo(400);
        assertThat(replayed.body()).isEqualTo(refused.body());
        assertThat(replayed.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void a_client_confirms_with_the_payments_own_secret_and_decides_nothing_else() {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        var secret = payment.path("client_secret").asString();
        var path = "/payments/" + id + "/confirm";
        var body = "{\"client_secret\": \"%s\", \"payment_method\": \"pay_later\"%s}";
        assertThat(API.postAs(RunningApi.PUBLISHABLE, path, "{}").code()).isEqualTo("IR_04");
        assertThat(
                        API.postAs(RunningApi.PUBLISHABLE, path, body.formatted(secret + "x", ""))
                                .code())
                .isEqualTo("IR_09");
        assertThat(
                        API.postAs(RunningApi.OTHER_PUBLISHABLE, path, body.formatted(secret, ""))
                                .code())
                .isEqualTo("HE_02");
        assertThat(
                        API.postAs(
                                        RunningApi.PUBLISHABLE,
                                        path,
                                        body.formatted(secret, ", \"amount\": 1"))
                                .code())
                .isEqualTo("IR_06");
        assertThat(API.postAs(RunningApi.PUBLISHABLE, path, body.formatted(secret, "")).status())
                .isEqualTo(200);
    }

    @Test
    void an_expired_client_secret_opens_nothing() {
        var payment = API.create(", \"session_expiry\": 0");
        var path = "/payments/" + payment.path("payment_id").asString();
        var secret = payment.path("client_secret").asString();
        assertThat(API.getAs(RunningApi.PUBLISHABLE, path + "?client_secret=" + secret).code())
                .isEqualTo("IR_08");
        assertThat(API.getAs(RunningApi.SECRET, path + "?client_secret=" + secret).status())
                .isEqualTo(200);
    }

    @Test
    void fields_that_make_no_sense_together_are_refused() {
        for (var nonsense :
                List.of(
                        "\"merchant_id\": \"merchant_other\"",
                        "\"customer_id\": \"a\", \"customer\": {\"id\": \"b\"}",
                        "\"amount_to_capture\": 7000",
                        "\"off_session\": true",
                        "\"payment_link\": true, \"confirm\": true",
                        "\"shipping_cost\": 9223372036854775807",
                        "\"profile_id\": \"pro_other\"",
                        "\"routing\": {\"type\": \"volume_split\", \"data\": [{\"connector\":"
                                + " \"two\", \"split\": 99}]}")) {
            var answer =
                    API.post(
                            "/payments",
                            "{\"amount\": 6540, \"currency\": \"EUR\", " + nonsense + "}");
            assertThat(answer.status()).as(nonsense).isEqualTo(422);
            assertThat(answer.code()).as(nonsense).isEqualTo("IR_06");
        }
    }

    @Test
    void updates_carry_only_what_was_sent() {
        var id = API.create("").path("payment_id").asString();
        API.post("/payments/" + id, "{\"metadata\": {\"a\": \"b\"}, \"description\": null}");
        var update =
                API.orchestrator.received(UpdatePayment.class).stream()
                        .filter(command -> command.getPaymentId().equals(id))
                        .findFirst()
                        .orElseThrow();
        assertThat(update.getTerms()).containsOnlyKeys("metadata");
        assertThat(update.getOptions().getAmount()).isNull();
    }

    @Test
    void walking_a_list_meets_every_payment_once() {
        var createdAt = new java.util.TreeMap<String, String>(java.util.Comparator.reverseOrder());
        for (var i = 0; i < 25; i++) {
            var payment = API.create(", \"customer_id\": \"walker\"");
            createdAt.put(
                    payment.path("payment_id").asString(), payment.path("created").asString());
        }
        var ids = java.util.List.copyOf(createdAt.keySet());
        var met = new java.util.ArrayList<String>();
        var cursor = "";
        while (true) {
            var page = API.get("/payments/list?limit=10&customer_id=walker" + cursor).json().get(0);
            page.path("data").forEach(payment -> met.add(payment.path("payment_id").asString()));
            if (page.path("size").intValue() == 0) {
                break;
            }
            cursor = "&starting_after=" + met.getLast();
        }
        assertThat(met).isEqualTo(ids);
        var before =
                API.get("/payments/list?limit=3&customer_id=walker&ending_before=" + ids.get(10))
                        .json()
                        .get(0);
        assertThat(before.path("data").valueStream().map(p -> p.path("payment_id").asString()))
                .isEqualTo(ids.subList(7, 10));
        assertThat(API.get("/payments/list?starting_after=nobody").status()).isEqualTo(404);
        assertThat(API.get("/payments/list?limit=101").code()).isEqualTo("IR_06");
        assertThat(API.get("/payments/list?limit=0").status()).isEqualTo(422);
        assertThat(API.get("/payments/list?created_gt=yesterday").code()).isEqualTo("IR_05");
        // 25 payments take longer than the millisecond that the oldest may share with some.
        var created = createdAt.get(ids.getLast());
        var newer =
                createdAt.entrySet().stream()
                        .filter(payment -> !payment.getValue().equals(created))
                        .map(Map.Entry::getKey)
                        .toList();
        assertThat(newer).isNotEmpty();
        assertThat(
                        API.get("/payments/list?limit=100&customer_id=walker&created.gt=" + created)
                                .json()
                                .get(0)
                                .path("data")
                                .valueStream()
                                .map(p -> p.path("payment_id").asString()))
                .isEqualTo(newer);
    }
}
