package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.paylater.api.json.Json;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What whoever has the publishable key and a client_secret sees of a payment. */
class BrowserViewTest {

    private static final RunningApi API = RunningApi.shared();

    /** Decisions section 12, Browsers: none of this is for them. */
    private static final String OF_THE_MERCHANT =
            """
            , "payment_link": true, "description": "canary-1", "metadata": {"k": "canary-2"},
            "frm_metadata": {"k": "canary-3"}, "connector_metadata": {"k": "canary-4"},
            "customer": {"id": "canary-5-<id>", "name": "canary-6", "email": "canary-7@b.c",
              "phone": "canary-8"},
            "billing": {"email": "canary-9@b.c", "phone": {"number": "canary-10"}},
            "email": "canary-11@b.c", "return_url": "https://shop.example/?order=canary-12",
            "merchant_order_reference_id": "canary-13", "business_label": "canary-14",
            "order_details": [{"amount": 6540, "product_name": "canary-15"}]
            """;

    private final JsonNode payment =
            API.create(
                    OF_THE_MERCHANT.replace("<id>", UUID.randomUUID().toString().substring(0, 8)));
    private final String id = payment.path("payment_id").asString();
    private final String secret = payment.path("client_secret").asString();

    private RunningApi.Reply retrieve() {
        return API.getAs(RunningApi.PUBLISHABLE, "/payments/" + id + "?client_secret=" + secret);
    }

    private RunningApi.Reply link() {
        return API.getAs(
                RunningApi.PUBLISHABLE,
                "/payment_link/"
                        + payment.at("/payment_link/payment_link_id").asString()
                        + "?client_secret="
                        + secret);
    }

    @Test
    void a_browser_sees_nothing_that_is_the_merchants_to_know() {
        assertThat(payment.toString()).contains("canary-2", "canary-15", "/pay/secure/");
        var confirmed =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + id + "/confirm",
                        "{\"client_secret\": \""
                                + secret
                                + "\", \"payment_method\": \"pay_later\"}");
        assertThat(confirmed.status()).isEqualTo(200);
        for (var shown : List.of(confirmed, retrieve())) {
            assertThat(shown.body()).doesNotContain("canary", "/pay/", "plink_");
            for (var member :
                    List.of(
                            "merchant_connector_id",
                            "connector_label",
                            "profile_id",
                            "customer",
                            "customer_id",
                            "payment_link",
                            "ephemeral_key",
                            "refunds")) {
                assertThat(shown.json().path(member).isNull()).as(member).isTrue();
            }
        }
        assertThat(API.get("/payments/" + id).body()).contains("canary-2", "canary-7");
    }

    @Test
    void a_browser_sees_how_the_payment_stands_and_what_is_to_be_paid() {
        var shown = retrieve().json();
        for (var member :
                List.of(
                        "payment_id",
                        "merchant_id",
                        "status",
                        "amount",
                        "net_amount",
                        "currency",
                        "client_secret",
                        "expires_on",
                        "created")) {
            assertThat(shown.path(member)).as(member).isEqualTo(payment.path(member));
        }
        assertThat(shown.propertyNames()).isEqualTo(payment.propertyNames());
    }

    @Test
    void a_browser_sees_what_it_has_sent_itself() {
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        Filters.eq("_id", "merchant_sandbox/" + id),
                        Updates.set(
                                "payment.intent.client_fields", List.of("email", "billing.phone")));
        var shown = retrieve().json();
        assertThat(shown.path("email").asString()).isEqualTo("canary-11@b.c");
        assertThat(shown.at("/billing/phone/number").asString()).isEqualTo("canary-10");
        assertThat(shown.at("/billing/email").isNull()).isTrue();
        assertThat(shown.toString()).doesNotContain("canary-9", "canary-7");
    }

    @Test
    void the_secure_link_is_for_the_merchants_server_to_hand_out() {
        assertThat(link().json().path("secure_link").isNull()).isTrue();
        assertThat(link().json().path("link_to_pay").asString()).contains("/pay/");
        var forServer =
                API.get("/payment_link/" + payment.at("/payment_link/payment_link_id").asString());
        assertThat(forServer.json().path("secure_link").asString()).contains("/pay/secure/");
    }

    @Test
    void only_the_answer_to_the_create_has_the_customers_ephemeral_key() {
        var key = payment.path("ephemeral_key");
        assertThat(key.path("customer_id")).isEqualTo(payment.at("/customer/id"));
        assertThat(key.path("expires").longValue())
                .isEqualTo(key.path("created_at").longValue() + 900);
        assertThat(key.path("secret").asString()).startsWith("epk_");
        assertThat(API.get("/payments/" + id).json().path("ephemeral_key").isNull()).isTrue();
        assertThat(API.create("").path("ephemeral_key").isNull()).isTrue();
        assertThat(Json.text(API.get("/payments/list?limit=1").json())).doesNotContain("epk_");
    }
}
