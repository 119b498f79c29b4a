package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.options.CarriedOptions;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.RevokeMandate;
import dev.paylater.schemas.UpdatePayment;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The payment methods that a customer has saved: what their mandates let the merchant use. */
class SavedMethodsApiTest {

    private static final RunningApi API = RunningApi.shared();

    private final String customer = "cus_" + UUID.randomUUID();
    private final String methods = "/customers/" + customer + "/payment_methods";

    @Test
    void a_customers_methods_are_listed_latest_first_with_what_they_are() {
        save("1", "");
        save("2", "");

        var listed = API.get(methods).items();

        assertThat(ids(listed)).containsExactly(method("2"), method("1"));
        var saved = listed.get(0);
        assertThat(saved.path("mandate_id").asString()).isEqualTo(mandate("2"));
        assertThat(saved.path("customer_id").asString()).isEqualTo(customer);
        assertThat(saved.path("connector").asString()).isEqualTo("sandbox");
        assertThat(saved.path("merchant_connector_id").asString()).isEqualTo("mca_1");
        assertThat(saved.path("payment_method_type").asString()).isEqualTo("invoice");
        assertThat(saved.path("payment_method_status").asString()).isEqualTo("active");
        assertThat(saved.path("default").asBoolean()).isFalse();
        assertThat(ids(API.get(methods + "?limit=1&starting_after=" + method("2")).items()))
                .containsExactly(method("1"));
    }

    @Test
    void a_browser_lists_and_uses_them_only_with_the_ephemeral_key_of_the_customer() {
        save("1", "");
        var payment = API.create(", \"customer\": {\"id\": \"" + customer + "\"}");
        var key = payment.at("/ephemeral_key/secret").asString();
        var anothers = API.create(", \"customer\": {\"id\": \"else\"}");
        var anothersKey = anothers.at("/ephemeral_key/secret").asString();

        assertThat(browse("").code()).isEqualTo("HE_02");
        assertThat(browse(anothersKey).code()).isEqualTo("HE_02");
        var listed = browse(key).items();
        assertThat(ids(listed)).containsExactly(method("1"));
        assertThat(listed.get(0).path("merchant_connector_id").isNull()).isTrue();

        assertThat(pay(payment, "").json().at("/error/param").asString())
                .isEqualTo("payment_token");
        assertThat(pay(payment, anothersKey).code()).isEqualTo("HE_02");
        assertThat(pay(anothers, anothersKey).code()).isEqualTo("HE_02");
        assertThat(pay(payment, key).status()).isEqualTo(200);
        assertThat(API.orchestrator.received(ConfirmPayment.class))
                .filteredOn(
                        command ->
                                command.getPaymentId()
                                        .equals(payment.path("payment_id").asString()))
                .extracting(command -> command.getOptions().getMandateId())
                .containsExactly(mandate("1"));
    }

    @Test
    void an_ephemeral_key_without_a_value_is_refused_whatever_the_other_key() {
        save("1", "");
        for (var key : List.of(RunningApi.SECRET, RunningApi.PUBLISHABLE)) {
            var request = API.request(methods).header("api-key", key).header("ephemeral-key", "");
            var answer = API.send(request.GET());
            assertThat(answer.code()).isEqualTo("IR_05");
            assertThat(answer.json().at("/error/param").asString()).isEqualTo("ephemeral-key");
        }
    }

    private RunningApi.Reply browse(String key) {
        var request = API.request(methods).header("api-key", RunningApi.PUBLISHABLE);
        return API.send((key.isEmpty() ? request : request.header("ephemeral-key", key)).GET());
    }

    private RunningApi.Reply pay(JsonNode payment, String key) {
        var body =
                "{\"client_secret\": \"%s\", \"payment_token\": \"%s\"}"
                        .formatted(payment.path("client_secret").asString(), method("1"));
        var path = "/payments/" + payment.path("payment_id").asString() + "/confirm";
        return key.isEmpty()
                ? API.postAs(RunningApi.PUBLISHABLE, path, body)
                : API.postAs(RunningApi.PUBLISHABLE, path, body, "ephemeral-key", key);
    }

    @Test
    void one_of_them_is_the_default() {
        save("1", "");
        save("2", "");

        for (var preferred : List.of("1", "2")) {
            var answer = API.post(methods + "/" + method(preferred) + "/default", "{}");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("default").asBoolean()).isTrue();
        }

        assertThat(API.get(methods).items())
                .extracting(saved -> saved.path("default").asBoolean())
                .containsExactly(true, false);
        assertThat(
                        API.get("/customers/" + customer)
                                .json()
                                .path("default_payment_method_id")
                                .asString())
                .isEqualTo(method("2"));
        assertThat(API.post(methods + "/pm_unknown/default", "{}").code()).isEqualTo("HE_02");
    }

    @Test
    void deleting_one_revokes_its_mandate_and_what_is_revoked_is_not_there_any_more() {
        var payment = save("1", "");

        var answer = delete(method("1"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("deleted").asBoolean()).isTrue();
        assertThat(API.orchestrator.received(RevokeMandate.class))
                .filteredOn(command -> command.getPaymentId().equals(payment))
                .extracting(RevokeMandate::getMandateId)
                .containsExactly(mandate("1"));
        revoked("1");
        assertThat(API.get(methods).items().isEmpty()).isTrue();
        assertThat(delete(method("1")).code()).isEqualTo("HE_02");
        assertThat(API.get("/payments/" + payment).json().path("payment_method_status").asString())
                .isEqualTo("inactive");
    }

    @Test
    void deleting_the_customer_revokes_their_mandates_in_the_same_act_and_says_so() {
        var payments = List.of(save("1", ""), save("2", ""), save("3", ""));
        revoked("3");

        var answer =
                API.send(
                        API.request("/customers/" + customer)
                                .header("api-key", RunningApi.SECRET)
                                .DELETE());

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("mandates_revoked").intValue()).isEqualTo(2);
        assertThat(API.orchestrator.received(RevokeMandate.class))
                .filteredOn(command -> payments.contains(command.getPaymentId()))
                .extracting(RevokeMandate::getMandateId)
                .containsExactlyInAnyOrder(mandate("1"), mandate("2"));
    }

    @Test
    void a_customer_whose_mandate_cannot_be_revoked_now_is_not_deleted() {
        save("1", "");
        API.orchestrator.absent = true;
        try {
            var answer =
                    API.send(
                            API.request("/customers/" + customer)
                                    .header("api-key", RunningApi.SECRET)
                                    .DELETE());
            assertThat(answer.status()).isEqualTo(503);
        } finally {
            API.orchestrator.absent = false;
        }
        assertThat(API.get("/customers/" + customer).status()).isEqualTo(200);
    }

    @Test
    void another_customers_method_is_not_found() {
        save("1", "");
        API.post("/customers", "{\"customer_id\": \"other_%s\"}".formatted(customer));
        var other = "/customers/other_" + customer + "/payment_methods";

        assertThat(API.get(other).items().isEmpty()).isTrue();
        assertThat(API.post(other + "/" + method("1") + "/default", "{}").code())
                .isEqualTo("HE_02");
        assertThat(API.get("/customers/nobody/payment_methods").code()).isEqualTo("HE_02");
    }

    @Test
    void a_payment_says_which_method_came_with_it_and_how_it_stands() {
        var shown = API.get("/payments/" + save("1", "")).json();
        assertThat(shown.path("payment_method_id").asString()).isEqualTo(method("1"));
        assertThat(shown.path("payment_method_status").asString()).isEqualTo("active");

        var once = ", \"mandate_data\": {\"mandate_type\": {\"single_use\": {\"amount\": 1}}}";
        var single = API.get("/payments/" + save("2", once)).json();
        assertThat(single.path("payment_method_id").asString()).isEqualTo(method("2"));
        assertThat(single.path("payment_method_status").isNull()).isTrue();
        var none = API.get("/payments/" + API.create("").path("payment_id").asString()).json();
        assertThat(none.path("payment_method_id").isNull()).isTrue();
        assertThat(none.path("payment_method_status").isNull()).isTrue();
    }

    @Test
    void a_payment_names_the_method_that_pays_it_instead_of_the_mandate() {
        var id =
                API.create(
                                """
                                , "recurring_details":
                                {"type": "payment_method_id", "data": "%s"}
                                """
                                        .formatted(method("1")))
                        .path("payment_id")
                        .asString();
        assertThat(API.orchestrator.received(CreatePayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .extracting(command -> command.getOptions().getMandateId())
                .containsExactly(mandate("1"));
    }

    @Test
    void a_payment_token_is_a_saved_method_of_the_payments_customer_and_pays() {
        save("1", "");
        var token = "\"payment_token\": \"%s\"".formatted(method("1"));
        var owner = "\"customer\": {\"id\": \"%s\"}".formatted(customer);

        var created = API.create(", \"confirm\": true, " + token + ", " + owner);
        var unconfirmed = API.create(", " + owner).path("payment_id").asString();
        var confirmed = API.post("/payments/" + unconfirmed + "/confirm", "{" + token + "}");

        assertThat(API.orchestrator.received(CreatePayment.class))
                .filteredOn(
                        command ->
                                command.getPaymentId()
                                        .equals(created.path("payment_id").asString()))
                .singleElement()
                .satisfies(command -> paysBy(command.getOptions()));
        assertThat(created.path("payment_token").asString()).isEqualTo(method("1"));
        assertThat(confirmed.status()).as(confirmed.body()).isEqualTo(200);
        assertThat(confirmations(unconfirmed))
                .singleElement()
                .satisfies(command -> paysBy(command.getOptions()));
    }

    private void paysBy(PaymentOptions options) {
        assertThat(options.getMandateId()).isEqualTo(mandate("1"));
        assertThat(options.getOffSession()).isTrue();
    }

    @Test
    void a_payment_token_that_is_null_takes_the_method_away_again() {
        var id = API.create("").path("payment_id").asString();

        API.post("/payments/" + id, "{\"payment_token\": null}");
        API.post("/payments/" + id, "{\"payment_token\": null, \"mandate_id\": \"man_1\"}");

        assertThat(API.orchestrator.received(UpdatePayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .extracting(command -> command.getTerms().get("mandate_id"))
                .containsExactly(CarriedOptions.CLEARED, null);
    }

    @Test
    void a_payment_token_that_is_no_method_of_the_payments_customer_is_refused() {
        save("1", "");
        save("2", "");
        revoked("2");
        var own = ", \"customer\": {\"id\": \"%s\"}".formatted(customer);
        refused(method("1"), ", \"customer\": {\"id\": \"else\"}", "HE_02");
        refused(method("2"), own, "HE_02");
        refused(method("9"), own, "HE_02");
        refused(method("1"), "", "IR_06");
        refused("tok_1", own, "IR_05");
        refused("", own, "IR_05");
        refused(method("1"), own + ", \"mandate_id\": \"man_other\"", "IR_06");
    }

    private static void refused(String token, String more, String code) {
        var answer =
                API.post(
                        "/payments",
                        """
                        {"amount": 6540, "currency": "EUR", "payment_token": "%s"%s}
                        """
                                .formatted(token, more));
        assertThat(answer.code()).as(answer.body()).isEqualTo(code);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo("payment_token");
    }

    @Test
    void recurring_details_that_nothing_can_be_done_with_are_refused() {
        for (var type :
                List.of("processor_payment_token", "network_transaction_id_and_card_details")) {
            var refused = recurring("{\"type\": \"" + type + "\", \"data\": {\"a\": \"b\"}}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("IR_37");
            assertThat(refused.json().at("/error/param").asString())
                    .isEqualTo("recurring_details.type");
        }
        var notAnId = recurring("{\"type\": \"mandate_id\", \"data\": {\"a\": \"b\"}}");
        assertThat(notAnId.code()).isEqualTo("IR_05");
        assertThat(notAnId.json().at("/error/param").asString())
                .isEqualTo("recurring_details.data");
    }

    private static RunningApi.Reply recurring(String details) {
        return API.post(
                "/payments",
                "{\"amount\": 6540, \"currency\": \"EUR\", \"recurring_details\": "
                        + details
                        + "}");
    }

    /** What the interface says is set by the server. */
    @Test
    void a_mandate_of_no_type_is_for_multiple_use() {
        var accepted = ", \"mandate_data\": {\"customer_acceptance\": {}}";
        var type = API.create(accepted).at("/mandate_data/mandate_type");
        assertThat(type.path("multi_use").isObject()).isTrue();
        assertThat(type.path("single_use").isNull()).isTrue();
        var given = ", \"mandate_data\": {\"mandate_type\": {\"single_use\": {\"amount\": 7}}}";
        var kept = API.create(given).at("/mandate_data/mandate_type");
        assertThat(kept.at("/single_use/amount").asInt()).isEqualTo(7);
        assertThat(kept.path("multi_use").isNull()).isTrue();
    }

    @Test
    void the_customer_pays_with_one_on_the_secure_page_of_a_link_and_not_on_the_open_one() {
        save("1", "");
        var payment =
                API.create(
                        ", \"payment_link\": true, \"customer\": {\"id\": \"%s\"}"
                                .formatted(customer));
        var id = payment.path("payment_id").asString();
        var open = path(payment.at("/payment_link/link").asString());
        var secure = path(payment.at("/payment_link/secure_link").asString());
        assertThat(API.get(open).body()).doesNotContain(method("1"));
        assertThat(API.get(secure).body()).contains("value=\"" + method("1") + "\"");

        var refused = submit(secure, method("9"));
        assertThat(refused.body()).contains("class=\"problem\"");
        assertThat(submit(open, method("1")).body()).contains("class=\"problem\"");
        assertThat(confirmations(id)).isEmpty();

        submit(secure, method("1"));

        assertThat(confirmations(id)).hasSize(1);
        var confirm = confirmations(id).getFirst();
        assertThat(confirm.getClientSide()).isTrue();
        assertThat(confirm.getOptions().getMandateId()).isEqualTo(mandate("1"));
        assertThat(confirm.getOptions().getOffSession()).isTrue();
    }

    private static List<ConfirmPayment> confirmations(String paymentId) {
        return API.orchestrator.received(ConfirmPayment.class).stream()
                .filter(command -> command.getPaymentId().equals(paymentId))
                .toList();
    }

    private static String path(String url) {
        return url.substring(url.indexOf("/pay/"));
    }

    private static RunningApi.Reply submit(String page, String method) {
        return API.send(
                API.request(page)
                        .header("content-type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("payment_method_id=" + method)));
    }

    private String mandate(String number) {
        return "man_" + number + customer;
    }

    private String method(String number) {
        return "pm_" + number + customer;
    }

    private RunningApi.Reply delete(String method) {
        return API.send(
                API.request(methods + "/" + method).header("api-key", RunningApi.SECRET).DELETE());
    }

    private static List<String> ids(JsonNode listed) {
        return listed.valueStream()
                .map(saved -> saved.path("payment_method_id").asString())
                .toList();
    }

    /** A payment that a mandate came with. */
    private String save(String number, String more) {
        var payment =
                API.create(", \"customer\": {\"id\": \"%s\"}%s".formatted(customer, more))
                        .path("payment_id")
                        .asString();
        var attempt =
                new Document("attempt_id", payment + "_1")
                        .append("number", 1)
                        .append("connector", "sandbox")
                        .append("merchant_connector_id", "mca_1")
                        .append("payment_method_type", "invoice")
                        .append("mandate_id", mandate(number));
        update(
                new Document("_id", "merchant_sandbox/" + payment),
                new Document("given_mandate_id", mandate(number))
                        .append("version", 1L)
                        .append("attempt_statuses", List.of("charged"))
                        .append("payment.attempts", List.of(attempt)));
        return payment;
    }

    private void revoked(String number) {
        update(
                new Document("given_mandate_id", mandate(number)),
                new Document(
                        "payment.attempts.0.mandate_revoked_at",
                        java.util.Date.from(Instant.EPOCH)));
    }

    private static void update(Document wanted, Document change) {
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(wanted, new Document("$set", change));
    }
}
