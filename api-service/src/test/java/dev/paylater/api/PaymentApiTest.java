package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.Sealing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.SetBy;
import dev.paylater.options.Until;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.UpdatePayment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentApiTest {

    private static final RunningApi API = RunningApi.shared();

    /** Of fields that are not plain texts: another value than the one that the payment has. */
    private static final Map<String, String> OTHER_VALUES =
            Map.ofEntries(
                    Map.entry("payment_id", "\"" + "x".repeat(30) + "\""),
                    Map.entry("confirm", "false"),
                    Map.entry("amount", "1"),
                    Map.entry("currency", "\"USD\""),
                    Map.entry("shipping_cost", "1"),
                    Map.entry("order_tax_amount", "1"),
                    Map.entry("surcharge_details", "{\"surcharge_amount\": 1}"),
                    Map.entry("amount_to_capture", "1"),
                    Map.entry("capture_method", "\"manual\""),
                    Map.entry("capture_on", "\"2030-01-01T00:00:00Z\""),
                    Map.entry("authentication_type", "\"three_ds\""),
                    Map.entry("payment_type", "\"setup_mandate\""),
                    Map.entry("session_expiry", "5"),
                    Map.entry("connector", "[\"klarna\"]"),
                    Map.entry("routing", "{\"type\": \"single\", \"data\": \"klarna\"}"),
                    Map.entry("setup_future_usage", "\"off_session\""),
                    Map.entry("off_session", "true"),
                    Map.entry("mandate_data", "{\"update_mandate_id\": \"man_m\"}"),
                    Map.entry("recurring_details", "{\"type\": \"mandate_id\", \"data\": \"m\"}"),
                    Map.entry("request_external_three_ds_authentication", "true"),
                    Map.entry("request_incremental_authorization", "true"),
                    Map.entry("allowed_payment_method_types", "[\"direct_debit\"]"),
                    Map.entry("customer", "{\"id\": \"c\"}"),
                    Map.entry("order_details", "[{\"amount\": 1}]"),
                    Map.entry("metadata", "{\"a\": \"b\"}"),
                    Map.entry("merchant_connector_details", "{\"creds_identifier\": \"x\"}"),
                    Map.entry("payment_link", "true"),
                    Map.entry("payment_link_config", "{\"seller_name\": \"x\"}"),
                    Map.entry("business_country", "\"DE\""),
                    Map.entry("capture_type", "\"direct\""),
                    Map.entry("retry_action", "\"requeue\""),
                    Map.entry("return_url", "\"https://evil.example/\""),
                    Map.entry("connector_metadata", "{}"),
                    Map.entry("frm_metadata", "{\"a\": \"b\"}"),
                    Map.entry("feature_metadata", "{\"search_tags\": [\"x\"]}"),
                    Map.entry("split_payments", "{}"),
                    Map.entry("skip_external_tax_calculation", "true"),
                    Map.entry("psd2_sca_exemption_type", "\"low_value\""),
                    Map.entry("ctp_service_details", "{}"));

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

    private static Map<String, String> opened(String paymentId, Map<String, String> terms) {
        var opened = new HashMap<>(terms);
        opened.replaceAll(
                (field, text) ->
                        API.bean(Sealing.class)
                                .open(new SealedPlace("merchant_sandbox", paymentId, field), text));
        return opened;
    }

    @Test
    void what_is_personal_is_sealed_before_it_leaves_the_process() {
        var id =
                API.create(
                                """
                                , "ssn": "canary-1", "customer": {"id": "c", "name": "canary-5"},
                                "email": "canary-6@b.c", "phone": "canary-7", "name": "canary-8",
                                "billing": {"address": {"line1": "canary-9"}},
                                "shipping": {"email": "canary-10@b.c"},
                                "browser_info": {"user_agent": "canary-11"},
                                "metadata": {"guest": "canary-12"}, "payment_method_data":
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
        assertThat(create.toString() + captures).contains("sealed:").doesNotContain("canary");
    }

    @Test
    void what_the_state_machine_has_to_know_of_a_sealed_field_is_carried_beside_it() {
        var details =
                """
                "merchant_connector_details": {"creds_identifier": "mca_1", "encoded_data":
                  {"connector_account_details": {"key": "canary-1"}, "metadata": {"a": "canary-2"}}}
                """;
        var id = API.create(", " + details).path("payment_id").asString();
        API.post("/payments/" + id, "{\"merchant_connector_details\": {}}");
        API.post("/payments/" + id + "/cancel", "{" + details + "}");
        API.post(
                "/payments/" + id + "/capture",
                "{\"capture_metadata\": {\"invoice_data\": {\"due_date\": \"2026-02-01\"}}}");

        var created = only(CreatePayment.class, c -> c.getPaymentId().equals(id)).getTerms();
        assertThat(created)
                .containsEntry("creds_identifier", "\"mca_1\"")
                .containsEntry("account_metadata", "true");
        assertThat(created.toString()).doesNotContain("canary");
        assertThat(only(UpdatePayment.class, c -> c.getPaymentId().equals(id)).getTerms())
                .containsEntry("creds_identifier", "null")
                .containsEntry("account_metadata", "null");
        var cancelled = only(CancelPayment.class, c -> c.getPaymentId().equals(id)).getDetails();
        assertThat(cancelled).containsEntry("creds_identifier", "\"mca_1\"");
        assertThat(cancelled.get("merchant_connector_details")).startsWith("\"sealed:");
        assertThat(only(CapturePayment.class, c -> c.getPaymentId().equals(id)).getDetails())
                .containsEntry("invoice_due_date", "true");
    }

    @Test
    void what_lines_say_of_their_products_is_carried_beside_them() {
        var id =
                API.create(
                                ", \"order_details\": [{\"amount\": 1, \"brand\": \"b\","
                                    + " \"category\": \"voucher\", \"requires_shipping\": true},"
                                    + " {\"amount\": 1, \"product_link\": \"https://p.example\","
                                    + " \"category\": \"shipping_costs\"}]")
                        .path("payment_id")
                        .asString();
        API.post("/payments/" + id, "{\"order_details\": [{\"requires_shipping\": false}]}");

        assertThat(only(CreatePayment.class, c -> c.getPaymentId().equals(id)).getTerms())
                .containsEntry("line_brand", "true")
                .containsEntry("line_link", "true")
                .doesNotContainKeys("line_category", "line_requires_shipping");
        assertThat(only(UpdatePayment.class, c -> c.getPaymentId().equals(id)).getTerms())
                .containsEntry("line_brand", "null")
                .containsEntry("line_requires_shipping", "true");
    }

    private static <T extends SpecificRecord> T only(Class<T> type, Predicate<T> wanted) {
        return API.orchestrator.received(type).stream().filter(wanted).findFirst().orElseThrow();
    }

    @Test
    void a_client_cannot_bring_credentials_for_session_tokens() {
        var created = API.create("");
        var body =
                "{\"payment_id\": \"%s\", \"client_secret\": \"%s\", %s}"
                        .formatted(
                                created.path("payment_id").asString(),
                                created.path("client_secret").asString(),
                                "\"merchant_connector_details\": %s");
        var path = "/payments/session_tokens";
        var refused = API.postAs(RunningApi.PUBLISHABLE, path, body.formatted("{}"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("IR_05");
        assertThat(refused.json().at("/error/param").asString())
                .isEqualTo("merchant_connector_details");
        assertThat(API.postAs(RunningApi.PUBLISHABLE, path, body.formatted("null")).status())
                .isEqualTo(200);
    }

    @Test
    void a_client_does_not_learn_whether_it_has_guessed_the_credentials() {
        var details = "{\"encoded_data\": {\"connector_account_details\": {\"key\": \"guessed\"}}}";
        var created = API.create(", \"merchant_connector_details\": " + details);
        var answer =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + created.path("payment_id").asString() + "/confirm",
                        "{\"client_secret\": \"%s\", \"merchant_connector_details\": %s}"
                                .formatted(created.path("client_secret").asString(), details));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_05");
    }

    @Test
    void a_text_that_only_looks_sealed_is_given_back() {
        var payment = API.create(", \"description\": \"sealed:AAAA\"");
        assertThat(payment.path("description").asString()).isEqualTo("sealed:AAAA");
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
    void what_may_have_been_accepted_is_to_be_repeated_under_the_names_in_the_answer() {
        var id = "pay_" + "7".repeat(26);
        RunningApi.Reply unknown;
        API.orchestrator.absent = true;
        try {
            unknown =
                    API.post(
                            "/payments/" + id + "/capture",
                            "{}",
                            "Idempotency-Key",
                            "nobody-knows");
        } finally {
            API.orchestrator.absent = false;
        }
        assertThat(unknown.status()).isEqualTo(503);
        assertThat(unknown.code()).isEqualTo("HE_03");
        assertThat(unknown.header("Retry-After")).isNotEmpty();
        assertThat(unknown.json().at("/error/payment_id").asString()).isEqualTo(id);
        assertThat(unknown.json().at("/error/idempotency_key").asString())
                .isEqualTo("nobody-knows");

        var repeated =
                API.post("/payments/" + id + "/capture", "{}", "Idempotency-Key", "nobody-knows");
        assertThat(repeated.code()).isEqualTo("HE_02");
    }

    @ParameterizedTest
    @CsvSource({"capture", "cancel", "confirm"})
    void what_nobody_has_decided_is_not_told_as_accepted(String operation) {
        var id = API.create("").path("payment_id").asString();
        API.orchestrator.absent = true;
        try {
            var undecided = API.post("/payments/" + id + "/" + operation, "{}");
            assertThat(undecided.status()).isEqualTo(503);
            assertThat(undecided.code()).isEqualTo("HE_03");
            assertThat(undecided.json().at("/error/payment_id").asString()).isEqualTo(id);
        } finally {
            API.orchestrator.absent = false;
        }
    }

    @Test
    void a_second_payment_under_a_chosen_id_is_not_told_as_the_first_one() {
        var body =
                "{\"amount\": 1, \"currency\": \"EUR\", \"payment_id\": \"second_%s\"}"
                        .formatted("x".repeat(23));
        assertThat(API.post("/payments", body).status()).isEqualTo(200);
        API.orchestrator.absent = true;
        try {
            assertThat(API.post("/payments", body).code()).isEqualTo("HE_03");
        } finally {
            API.orchestrator.absent = false;
        }
    }

    @Test
    void a_question_that_nobody_answers_in_time_shows_the_payment_as_it_stands() {
        var id = API.create("").path("payment_id").asString();
        API.orchestrator.absent = true;
        try {
            var shown = API.get("/payments/" + id + "?force_sync=true");
            assertThat(shown.status()).isEqualTo(200);
            assertThat(shown.json().path("status").asString()).isEqualTo("requires_payment_method");
        } finally {
            API.orchestrator.absent = false;
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
        var deletion =
                API.request("/customers/nobody")
                        .header("api-key", RunningApi.SECRET)
                        .header("Idempotency-Key", "k".repeat(256))
                        .DELETE();
        assertThat(API.send(deletion).code()).isEqualTo("IR_05");
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
                .isEqualTo("IR_05");
        assertThat(API.postAs(RunningApi.PUBLISHABLE, path, body.formatted(secret, "")).status())
                .isEqualTo(200);
    }

    @Test
    void a_client_and_its_merchant_can_use_the_same_idempotency_key() {
        var payment = API.create("");
        var path = "/payments/" + payment.path("payment_id").asString() + "/confirm";
        var body =
                "{\"client_secret\": \"%s\", \"payment_method\": \"pay_later\"}"
                        .formatted(payment.path("client_secret").asString());
        var stranger =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        path,
                        "{\"client_secret\": \"guess\"}",
                        "Idempotency-Key",
                        "shared");
        assertThat(stranger.code()).isEqualTo("IR_09");
        var server =
                API.post(
                        "/payments",
                        "{\"amount\": 1, \"currency\": \"EUR\"}",
                        "Idempotency-Key",
                        "shared");
        assertThat(server.status()).isEqualTo(200);
        var client = API.postAs(RunningApi.PUBLISHABLE, path, body, "Idempotency-Key", "shared");
        assertThat(client.status()).as(client.body()).isEqualTo(200);
        assertThat(client.header("Idempotent-Replayed")).isEmpty();
        var again = API.postAs(RunningApi.PUBLISHABLE, path, body, "Idempotency-Key", "shared");
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.body()).isEqualTo(client.body());
        var other = API.create("");
        var elsewhere =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + other.path("payment_id").asString() + "/confirm",
                        "{\"client_secret\": \"%s\", \"payment_method\": \"pay_later\"}"
                                .formatted(other.path("client_secret").asString()),
                        "Idempotency-Key",
                        "shared");
        assertThat(elsewhere.status()).as(elsewhere.body()).isEqualTo(200);
        assertThat(elsewhere.header("Idempotent-Replayed")).isEmpty();
    }

    @Test
    void a_servers_answer_is_not_given_again_to_a_client() {
        var payment = API.create("");
        var path = "/payments/" + payment.path("payment_id").asString() + "/confirm";
        var body = "{\"payment_method\": \"pay_later\"}";
        assertThat(API.post(path, body, "Idempotency-Key", "server-first").status()).isEqualTo(200);
        var stranger =
                API.postAs(RunningApi.PUBLISHABLE, path, body, "Idempotency-Key", "server-first");
        assertThat(stranger.status()).isEqualTo(400);
        assertThat(stranger.code()).isEqualTo("IR_04");
        assertThat(stranger.header("Idempotent-Replayed")).isEmpty();
    }

    @Test
    void only_what_the_option_table_gives_to_browsers_can_be_sent_by_one() {
        var created =
                API.create(
                        ", \"return_url\": \"https://shop.example/\", \"description\": \"A lamp\","
                                + " \"billing\": {\"address\": {\"country\": \"DE\"}}");
        var path = "/payments/" + created.path("payment_id").asString() + "/confirm";
        var opening = "{\"client_secret\": \"" + created.path("client_secret").asString() + "\", ";
        for (var option : PaymentOption.values()) {
            if (!option.isInPayment() || option.setBy() == SetBy.BROWSER) {
                continue;
            }
            var name = option.fieldName();
            var value = OTHER_VALUES.getOrDefault(name, "\"other\"");
            var answer =
                    API.postAs(
                            RunningApi.PUBLISHABLE,
                            path,
                            opening + "\"" + name + "\": " + value + "}");
            if (option.setBy() == SetBy.BROWSER_WHERE_UNSET && !name.equals("return_url")) {
                continue;
            }
            assertThat(answer.status()).as("%s: %s", name, answer.body()).isEqualTo(422);
            assertThat(answer.json().at("/error/param").asString()).isEqualTo(name);
        }
        assertThat(
                        API.orchestrator.received(ConfirmPayment.class).stream()
                                .filter(c -> path.contains(c.getPaymentId()))
                                .map(c -> c.getTerms().keySet()))
                .allMatch(Set::isEmpty);
    }

    @Test
    void a_client_fills_in_what_the_merchant_left_out_and_replaces_nothing() {
        var created =
                API.create(
                        ", \"return_url\": \"https://shop.example/\", \"description\": \"A lamp\","
                                + " \"email\": \"ada@example.com\", \"billing\": {\"address\":"
                                + " {\"country\": \"DE\"}}, \"shipping\": {\"address\": {\"line1\":"
                                + " \"Main St 1\", \"city\": \"Berlin\"}}");
        var id = created.path("payment_id").asString();
        var answer =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + id + "/confirm",
                        """
                        {"client_secret": "%s", "amount": 6540, "currency": "EUR",
                         "description": "A lamp", "return_url": "https://shop.example/",
                         "payment_method": "pay_later", "payment_method_type": "invoice",
                         "email": "eve@example.com", "phone": "1",
                         "billing": {"address": {"country": "FR", "city": "Berlin", "x": 1},
                            "email": "ada@example.com", "ssn": "sealed:AA"},
                         "shipping": {"address": {"line1": "Elsewhere 2", "line2": "c/o Eve"},
                            "ssn": "sealed:AA"},
                         "payment_method_data": {"pay_later": {"invoice": {"x": 1}}, "cart": null}}
                        """
                                .formatted(created.path("client_secret").asString()));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        var confirm =
                API.orchestrator.received(ConfirmPayment.class).stream()
                        .filter(command -> command.getPaymentId().equals(id))
                        .findFirst()
                        .orElseThrow();
        assertThat(confirm.getClientSide()).isTrue();
        assertThat(opened(id, confirm.getTerms()))
                .containsOnly(
                        Map.entry("phone", "\"1\""),
                        Map.entry(
                                "billing",
                                "{\"address\":{\"country\":\"DE\",\"city\":\"Berlin\"},"
                                        + "\"email\":\"ada@example.com\"}"),
                        Map.entry("payment_method_data", "{\"pay_later\":{\"invoice\":{}}}"));
        assertThat(confirm.getOptions().getClientFields())
                .containsExactlyInAnyOrder(
                        "payment_method",
                        "payment_method_type",
                        "phone",
                        "billing.address.city",
                        "billing.email",
                        "payment_method_data");
        assertThat(confirm.getOptions().getPaymentMethodType()).isEqualTo("invoice");
        assertThat(confirm.getOptions().getAmount()).isNull();
    }

    @Test
    void a_client_fills_at_most_64_kib_of_a_payment() {
        var created = API.create("");
        var path = "/payments/" + created.path("payment_id").asString() + "/confirm";
        var opening = "{\"client_secret\": \"" + created.path("client_secret").asString() + "\", ";
        var name = "\ud83d\ude00".repeat(255);
        var address =
                ("{\"address\": {\"line1\": \"%1$s\", \"line2\": \"%1$s\", \"line3\": \"%1$s\","
                     + " \"city\": \"%1$s\", \"state\": \"%1$s\", \"first_name\": \"%1$s\","
                     + " \"last_name\": \"%1$s\"}}")
                        .formatted(name);
        var agent = "\ud83d\ude00".repeat(2048);
        var fields =
                """
                "billing": %1$s, "shipping": %1$s, "payment_method_data": {"billing": %1$s,
                   "pay_later": {"klarna_sdk": {"token": "%2$s%2$s"}}},
                "browser_info": {"user_agent": "%2$s", "accept_header": "%2$s"},
                "customer_acceptance": {"online": {"user_agent": "%2$s"}}}
                """
                        .formatted(address, agent);
        var refused = API.postAs(RunningApi.PUBLISHABLE, path, opening + fields);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("IR_05");
        var half = opening + "\"billing\": " + address + ", \"shipping\": " + address + "}";
        assertThat(API.postAs(RunningApi.PUBLISHABLE, path, half).status()).isEqualTo(200);
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
    void fields_that_contradict_each_other_are_refused() {
        for (var contradiction :
                List.of(
                        "\"merchant_id\": \"merchant_other\"",
                        "\"customer_id\": \"a\", \"customer\": {\"id\": \"b\"}",
                        "\"amount_to_capture\": 7000",
                        "\"amount_to_capture\": 0",
                        "\"off_session\": true",
                        "\"payment_link\": true, \"confirm\": true",
                        "\"shipping_cost\": 9223372036854775807",
                        "\"profile_id\": \"pro_other\"",
                        "\"routing\": {\"type\": \"volume_split\", \"data\": [{\"connector\":"
                                + " \"two\", \"split\": 99}]}")) {
            var answer =
                    API.post(
                            "/payments",
                            "{\"amount\": 6540, \"currency\": \"EUR\", " + contradiction + "}");
            assertThat(answer.status()).as(contradiction).isEqualTo(422);
            assertThat(answer.code()).as(contradiction).isEqualTo("IR_06");
        }
    }

    /** By hand from the interface: these name the payment, everything else can be updated. */
    @Test
    void what_is_set_on_create_only_may_be_repeated_and_not_changed() {
        var others =
                Map.of(
                        "merchant_id", "merchant_other",
                        "profile_id", "pro_other",
                        "payment_id", "pay_00000000000000000000000000");
        assertThat(
                        Stream.of(PaymentOption.values())
                                .filter(option -> option.until() == Until.CREATE)
                                .map(PaymentOption::fieldName))
                .containsExactlyInAnyOrderElementsOf(others.keySet());
        var payment = API.create("");
        var path = "/payments/" + payment.path("payment_id").asString();
        others.forEach(
                (field, other) -> {
                    var same = "{\"%s\": \"%s\"}".formatted(field, payment.path(field).asString());
                    assertThat(API.post(path, same).status()).as(same).isEqualTo(200);
                    var changed = "{\"%s\": \"%s\"}".formatted(field, other);
                    for (var address : List.of(path, path + "/confirm")) {
                        var answer = API.post(address, changed);
                        assertThat(answer.status()).as(address + changed).isEqualTo(422);
                        assertThat(answer.code()).as(address + changed).isEqualTo("IR_06");
                        assertThat(answer.json().at("/error/param").asString()).isEqualTo(field);
                    }
                });
    }

    @Test
    void updates_carry_only_what_was_sent_and_clear_what_is_null() {
        var id = API.create("").path("payment_id").asString();
        API.post(
                "/payments/" + id,
                """
                {"metadata": {"a": "b"}, "description": null, "mandate_data": null,
                 "billing": null, "shipping_cost": null, "unknown": null}
                """);
        var update =
                API.orchestrator.received(UpdatePayment.class).stream()
                        .filter(command -> command.getPaymentId().equals(id))
                        .findFirst()
                        .orElseThrow();
        assertThat(update.getTerms())
                .containsOnlyKeys(
                        "metadata",
                        "description",
                        "mandate_data",
                        "mandate_bounds",
                        "billing",
                        "country",
                        "shipping_cost",
                        "update_mandate_id",
                        "email_hash")
                .containsEntry("description", "null")
                .containsEntry("mandate_bounds", "null")
                .containsEntry("email_hash", "null");
        assertThat(update.getOptions().getShippingCost()).isNull();
    }

    @Test
    void a_list_refuses_every_parameter_that_it_does_not_know() {
        for (var path :
                List.of(
                        "/payments/list",
                        "/disputes/list",
                        "/mandates/list",
                        "/customers",
                        "/refunds/list")) {
            var unknown = path + "?statuss=failed&limitt=3";
            var answer = path.startsWith("/refunds") ? API.post(unknown, "{}") : API.get(unknown);
            assertThat(answer.status()).as(path).isEqualTo(422);
            assertThat(answer.code()).as(path).isEqualTo("IR_05");
            assertThat(
                            answer.json()
                                    .at("/error/fields")
                                    .valueStream()
                                    .map(field -> field.path("param").asString()))
                    .as(path)
                    .containsExactlyInAnyOrder("statuss", "limitt");
        }
        var known =
                "/payments/list?limit=1&customer_id=c&created_gte=2026-01-01T00:00:00Z"
                        + "&created.lt=2026-01-02T00:00:00Z";
        assertThat(API.get(known).status()).isEqualTo(200);
        assertThat(
                        API.get("/disputes/list?limit=1&payment_id=p&dispute_status=dispute_lost")
                                .status())
                .isEqualTo(200);
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
