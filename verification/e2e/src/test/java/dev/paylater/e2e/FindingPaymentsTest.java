package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A support desk finds payments; a customer comes back to what they have saved. */
@ExtendWith(RunningStack.class)
class FindingPaymentsTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final String customer = "cus_" + run;

    @Test
    void the_desk_finds_payments_by_how_they_stand_and_by_what_the_customer_remembers() {
        var paid = buy("", "automatic", "A-" + run + "-1");
        var held = buy("", "manual", "A-" + run + "-2");
        var refused = buy("declined", "automatic", "B-" + run + "-3");

        assertThat(find("status=succeeded")).containsExactly(paid);
        assertThat(find("status=succeeded,failed")).containsExactly(refused, paid);
        assertThat(find("connector=sandbox&status=requires_capture")).containsExactly(held);
        assertThat(find("connector=mondu")).isEmpty();
        assertThat(find("currency=EUR&amount_gte=6540&amount_lte=6540&payment_method_type=invoice"))
                .containsExactly(refused, held, paid);
        assertThat(find("amount=6541")).isEmpty();
        assertThat(find("merchant_order_reference_id=A-" + run + "-2")).containsExactly(held);
        assertThat(find("q=A-" + run)).containsExactly(held, paid);
        assertThat(find("q=ADA@example.com")).containsExactly(held, paid);
        assertThat(find("q=ada%2Bdeclined@example.com")).containsExactly(refused);
        assertThat(find("q=ada@example.com&status=requires_capture")).containsExactly(held);

        MERCHANT.post("/payments/" + held + "/capture", "{}").expect(200);
        assertThat(find("status=requires_capture")).isEmpty();
        assertThat(find("status=succeeded")).containsExactly(held, paid);
    }

    @Test
    void a_parameter_that_a_call_does_not_have_is_refused() {
        for (var path : List.of("/payments/list?state=failed", "/payments/x?expand=all")) {
            assertThat(MERCHANT.get(path).expect(422).errorCode()).isEqualTo("IR_05");
        }
    }

    @Test
    @Covers("Capture.error_reason")
    void a_capture_that_the_provider_refuses_says_why() {
        var payment = MERCHANT.pay("capture-declined", "manual").expect(200).string("payment_id");
        MERCHANT.post("/payments/" + payment + "/capture", "{}").expect(200);

        var capture =
                MERCHANT.get("/payments/" + payment + "?expand_captures=true")
                        .expect(200)
                        .json()
                        .at("/captures/0");

        assertThat(capture.path("status").asString()).isEqualTo("failed");
        assertThat(capture.path("error_code").asString()).isEqualTo("capture_refused");
        assertThat(capture.path("error_reason").asString())
                .isEqualTo("The e-mail address asks for a refusal.");
    }

    @Test
    @Covers({
        "Payment.payment_method_id",
        "Payment.payment_method_status",
        "MandateData.mandate_type"
    })
    void a_customer_pays_with_what_they_have_saved_until_it_is_deleted() {
        var first =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        MerchantClient.body("", "automatic"),
                                        """
                                        "payment_type": "new_mandate",
                                        "setup_future_usage": "off_session",
                                        "customer": {"id": "%s"},
                                        "mandate_data": {"customer_acceptance": {}}
                                        """
                                                .formatted(customer)))
                        .expect(200);
        var method = first.string("payment_method_id");
        assertThat(method).startsWith("pm_");
        assertThat(first.string("payment_method_status")).isEqualTo("active");
        assertThat(first.json().at("/mandate_data/mandate_type/multi_use").isObject()).isTrue();

        var methods = "/customers/" + customer + "/payment_methods";
        MERCHANT.post(methods + "/" + method + "/default", "{}").expect(200);
        var saved = MERCHANT.get(methods).expect(200).json().path("data");
        assertThat(saved).hasSize(1);
        assertThat(saved.at("/0/payment_method_id").asString()).isEqualTo(method);
        assertThat(saved.at("/0/payment_method_type").asString()).isEqualTo("invoice");
        assertThat(saved.at("/0/connector").asString()).isEqualTo("sandbox");
        assertThat(saved.at("/0/default").asBoolean()).isTrue();

        var second = payWith(method).expect(200);
        assertThat(second.string("status")).isEqualTo("succeeded");
        assertThat(second.string("payment_method_id")).isEqualTo(method);

        MERCHANT.delete(methods + "/" + method).expect(200);
        assertThat(MERCHANT.get(methods).expect(200).json().path("data")).isEmpty();
        assertThat(payWith(method).expect(422).errorCode()).isEqualTo("IR_06");
        MERCHANT.delete(methods + "/" + method).expect(404);
    }

    private ApiAnswer payWith(String method) {
        return MERCHANT.post(
                "/payments",
                """
                {"amount": 700, "currency": "EUR", "confirm": true, "off_session": true,
                 "customer": {"id": "%s"},
                 "recurring_details": {"type": "payment_method_id", "data": "%s"}}
                """
                        .formatted(customer, method));
    }

    private String buy(String tag, String captureMethod, String reference) {
        return MERCHANT.post(
                        "/payments",
                        MerchantClient.with(
                                MerchantClient.body(tag, captureMethod),
                                "\"merchant_order_reference_id\": \"%s\", \"customer_id\": \"%s\""
                                        .formatted(reference, customer)))
                .expect(200)
                .string("payment_id");
    }

    /** This run's payments that a list has, newest first. */
    private List<String> find(String query) {
        return MERCHANT.get("/payments/list?customer_id=" + customer + "&" + query)
                .expect(200)
                .json()
                .at("/0/data")
                .valueStream()
                .map(payment -> payment.path("payment_id").asString())
                .toList();
    }
}
