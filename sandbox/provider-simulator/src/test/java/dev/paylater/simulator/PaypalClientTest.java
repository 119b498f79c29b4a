package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.paypal.core.PayPalEnvironment;
import com.paypal.core.PayPalHttpClient;
import com.paypal.http.HttpRequest;
import com.paypal.http.exceptions.HttpException;
import com.paypal.orders.AmountWithBreakdown;
import com.paypal.orders.ApplicationContext;
import com.paypal.orders.Order;
import com.paypal.orders.OrderRequest;
import com.paypal.orders.OrdersAuthorizeRequest;
import com.paypal.orders.OrdersCaptureRequest;
import com.paypal.orders.OrdersCreateRequest;
import com.paypal.orders.OrdersGetRequest;
import com.paypal.orders.PurchaseUnitRequest;
import com.paypal.payments.AuthorizationsCaptureRequest;
import com.paypal.payments.AuthorizationsGetRequest;
import com.paypal.payments.AuthorizationsVoidRequest;
import com.paypal.payments.CaptureRequest;
import com.paypal.payments.CapturesGetRequest;
import com.paypal.payments.CapturesRefundRequest;
import com.paypal.payments.Money;
import com.paypal.payments.RefundRequest;
import com.paypal.payments.RefundsGetRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * PayPal's own client (com.paypal.sdk:checkout-sdk) against PayPal's dialect, from the login
 * through the whole life of an order.
 */
class PaypalClientTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ACCOUNT = "sandbox_client";

    private final Client http = RUNNING.client();
    private final String reference = Client.fresh("pay_client_");
    private final PayPalHttpClient paypal = client(ACCOUNT);

    @Test
    void an_order_is_authorized_captured_in_parts_refunded_and_freed() {
        var created = created("AUTHORIZE");
        assertThat(created.status()).isEqualTo("CREATED");
        assertRefused(authorize(created), 422, "ORDER_NOT_APPROVED");
        approve(created);
        assertThat(execute(new OrdersGetRequest(created.id())).status()).isEqualTo("APPROVED");

        var order = execute(authorize(created));
        var held = order.purchaseUnits().getFirst().payments().authorizations().getFirst();
        assertThat(order.status()).isEqualTo("COMPLETED");
        assertThat(held.status()).isEqualTo("CREATED");
        assertThat(held.amount().value()).isEqualTo("65.40");
        assertRefused(authorize(created), 422, "ORDER_ALREADY_AUTHORIZED");

        var capture = execute(capture(held.id(), "cap-1", "40.00"));
        var again = execute(capture(held.id(), "cap-1", "40.00"));
        assertThat(capture.status()).isEqualTo("COMPLETED");
        assertThat(capture.invoiceId()).isEqualTo("cap-1");
        assertThat(again.id()).isEqualTo(capture.id());
        assertThat(execute(new AuthorizationsGetRequest(held.id())).status())
                .isEqualTo("PARTIALLY_CAPTURED");

        var refund = execute(refund(capture.id(), "ref-1", "10.00"));
        assertThat(refund.status()).isEqualTo("COMPLETED");
        assertThat(execute(new RefundsGetRequest(refund.id())).invoiceId()).isEqualTo("ref-1");
        assertThat(execute(new CapturesGetRequest(capture.id())).status())
                .isEqualTo("PARTIALLY_REFUNDED");
        assertRefused(refund(capture.id(), "ref-2", "30.01"), 422, "REFUND_AMOUNT_EXCEEDED");

        send(new AuthorizationsVoidRequest(held.id()));
        assertRefused(new AuthorizationsVoidRequest(held.id()), 422, "PREVIOUSLY_VOIDED");
        var now = execute(new OrdersGetRequest(created.id())).purchaseUnits().getFirst();
        assertThat(now.customId()).isEqualTo(reference + "_1");
        assertThat(now.payments().authorizations().getFirst().status()).isEqualTo("VOIDED");
        assertThat(now.payments().captures()).hasSize(1);
        assertThat(now.payments().refunds()).hasSize(1);
        assertThat(http.ledger(reference))
                .containsExactly("authorize 6540", "capture 4000", "refund 1000", "void 2540");
    }

    @Test
    void a_capture_is_refunded_whole_while_another_is_not() {
        var created = created("AUTHORIZE");
        approve(created);
        var order = execute(authorize(created));
        var held = order.purchaseUnits().getFirst().payments().authorizations().getFirst();
        var whole = execute(capture(held.id(), "part-1", "40.00"));
        execute(capture(held.id(), "part-2", "20.00"));

        execute(refund(whole.id(), "back-1", "40.00"));

        assertRefused(refund(whole.id(), "back-2", "1.00"), 422, "CAPTURE_FULLY_REFUNDED");
    }

    @Test
    void an_order_is_captured_at_once() {
        var created = created("CAPTURE");
        approve(created);
        assertRefused(authorize(created), 422, "ACTION_DOES_NOT_MATCH_INTENT");

        var order = execute(new OrdersCaptureRequest(created.id()).prefer("return=representation"));

        var capture = order.purchaseUnits().getFirst().payments().captures().getFirst();
        assertThat(order.checkoutPaymentIntent()).isEqualTo("CAPTURE");
        assertThat(capture.status()).isEqualTo("COMPLETED");
        assertThat(execute(new CapturesGetRequest(capture.id())).amount().value())
                .isEqualTo("65.40");
        assertThat(http.ledger(reference)).containsExactly("authorize 6540", "capture 6540");
    }

    @Test
    void what_nobody_knows_is_not_found_and_who_is_not_known_gets_no_token() {
        assertRefused(new OrdersGetRequest("5O190127TN364715T"), 404, "INVALID_RESOURCE_ID");
        assertThatThrownBy(
                        () -> client("nobody").execute(new OrdersGetRequest("5O190127TN364715T")))
                .isInstanceOfSatisfying(
                        HttpException.class,
                        refusal -> assertThat(refusal.statusCode()).isEqualTo(401));
    }

    private Order created(String intent) {
        var unit =
                new PurchaseUnitRequest()
                        .customId(reference + "_1")
                        .amountWithBreakdown(
                                new AmountWithBreakdown().currencyCode("USD").value("65.40"));
        var order =
                new OrderRequest()
                        .checkoutPaymentIntent(intent)
                        .purchaseUnits(List.of(unit))
                        .applicationContext(
                                new ApplicationContext()
                                        .returnUrl("https://shop.example/return")
                                        .cancelUrl("https://shop.example/cancel"));
        return execute(
                new OrdersCreateRequest().prefer("return=representation").requestBody(order));
    }

    private void approve(Order order) {
        var page =
                order.links().stream()
                        .filter(link -> link.rel().equals("approve"))
                        .findFirst()
                        .orElseThrow()
                        .href();
        http.get(page.substring(http.url("").length()) + "?decision=approve");
    }

    private static OrdersAuthorizeRequest authorize(Order order) {
        return new OrdersAuthorizeRequest(order.id()).prefer("return=representation");
    }

    private static AuthorizationsCaptureRequest capture(
            String authorization, String key, String value) {
        var body =
                new CaptureRequest()
                        .amount(new Money().currencyCode("USD").value(value))
                        .invoiceId(key);
        return new AuthorizationsCaptureRequest(authorization)
                .payPalRequestId(key)
                .prefer("return=representation")
                .requestBody(body);
    }

    private static CapturesRefundRequest refund(String capture, String key, String value) {
        var body =
                new RefundRequest()
                        .amount(new Money().currencyCode("USD").value(value))
                        .invoiceId(key)
                        .noteToPayer("broken");
        return new CapturesRefundRequest(capture)
                .payPalRequestId(key)
                .prefer("return=representation")
                .requestBody(body);
    }

    private PayPalHttpClient client(String account) {
        return new PayPalHttpClient(
                new PayPalEnvironment(account, account, http.url("/paypal"), http.url("/paypal")));
    }

    private void assertRefused(HttpRequest<?> request, int status, String issue) {
        assertThatThrownBy(() -> paypal.execute(request))
                .isInstanceOfSatisfying(
                        HttpException.class,
                        refusal -> {
                            assertThat(refusal.statusCode()).isEqualTo(status);
                            assertThat(refusal.getMessage()).contains("\"" + issue + "\"");
                        });
    }

    private <T> T execute(HttpRequest<T> request) {
        try {
            return paypal.execute(request).result();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(HttpRequest<Void> request) {
        try {
            assertThat(paypal.execute(request).statusCode()).isEqualTo(204);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
