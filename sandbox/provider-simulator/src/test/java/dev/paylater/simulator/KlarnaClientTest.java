package dev.paylater.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.klarna.rest.api.ApiException;
import com.klarna.rest.api.DefaultClient;
import com.klarna.rest.api.Order;
import com.klarna.rest.api.model.CaptureData;
import com.klarna.rest.api.model.OrderData;
import com.klarna.rest.api.model.Refund;
import com.klarna.rest.api.model.ShippingInfo;
import com.klarna.rest.api.model.request.AddShippingInfo;
import com.klarna.rest.api.model.request.UpdateAuthorization;
import com.klarna.rest.api.model.request.UpdateCustomerDetails;
import com.klarna.rest.api.model.request.UpdateMerchantReferences;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Klarna's own client (com.klarna:kco-rest) against Klarna's dialect, through the whole life of an
 * order. It knows order management only: the order is placed over HTTP.
 */
class KlarnaClientTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ACCOUNT = "sandbox_client";

    private final Client http = RUNNING.client();
    private final String reference = Client.fresh("pay_client_");
    private final com.klarna.rest.api.Client klarna =
            DefaultClient.newInstance(ACCOUNT, ACCOUNT, URI.create(http.url("/klarna")));

    @Test
    void an_order_is_captured_shipped_refunded_and_released() {
        var id = placed();
        var order = klarna.newOrder(id);
        order.acknowledge();
        order.extendAuthorizationTime();
        order.updateMerchantReferences(
                new UpdateMerchantReferences().setMerchantReference1("shop-1"));
        order.updateCustomerDetails(new UpdateCustomerDetails());

        var capture = klarna.newCapture(id);
        capture.create(new CaptureData().setCapturedAmount(4000L).setDescription("the first lamp"));
        capture.addShippingInfo(new AddShippingInfo().setShippingInfo(List.of(new ShippingInfo())));
        capture.triggerSendout();
        order.refund(new Refund().setRefundedAmount(1000L).setDescription("broken"));
        assertThat(order.fetch().getStatus()).isEqualTo("PART_CAPTURED");
        order.releaseRemainingAuthorization();

        var made = capture.fetch();
        var now = order.fetch();
        assertThat(made.getCapturedAmount()).isEqualTo(4000);
        assertThat(made.getRefundedAmount()).isEqualTo(1000);
        assertThat(amounts(now)).containsExactly(6540L, 6540L, 4000L, 1000L, 0L);
        assertThat(now.getStatus()).isEqualTo("CAPTURED");
        assertThat(now.getMerchantReference1()).isEqualTo("shop-1");
        assertThat(now.getPurchaseCountry()).isEqualTo("DE");
        assertThat(now.getLocale()).isEqualTo("de-DE");
        assertThat(now.getOrderLines()).hasSize(1);
        assertThat(now.getExpiresAt().isAfter(now.getCreatedAt())).isTrue();
        assertThat(http.ledger(reference))
                .containsExactly("authorize 6540", "capture 4000", "refund 1000", "void 2540");
    }

    @Test
    void an_order_is_raised_lowered_and_canceled() {
        var order = klarna.newOrder(placed());

        amount(order, 7000);
        amount(order, 5000);
        assertThat(order.fetch().getOrderAmount()).isEqualTo(5000);
        assertThat(order.fetch().getRemainingAuthorizedAmount()).isEqualTo(5000);
        order.cancel();

        assertThat(order.fetch().getStatus()).isEqualTo("CANCELLED");
        assertThat(http.ledger(reference))
                .containsExactly("authorize 6540", "authorize 460", "void 2000", "void 5000");
        assertThatThrownBy(() -> klarna.newOrder("nobody").fetch())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> {
                            assertThat(refusal.getHttpStatus()).isEqualTo(404);
                            assertThat(refusal.getErrorMessage().getErrorCode())
                                    .isEqualTo("NOT_FOUND");
                            assertThat(refusal.getErrorMessage().getCorrelationId()).isNotEmpty();
                        });
    }

    /** As CustomerTokenExample of kco_rest_java 4.0.3 orders, which is not published. */
    @Test
    void an_order_of_a_customer_token_is_an_order_like_any_other() {
        var authorization = "/klarna/payments/v1/authorizations/" + agreed();
        var token =
                post(
                                authorization + "/customer-token",
                                """
                                {"purchase_country": "gb", "purchase_currency": "gbp",
                                 "locale": "en-GB", "description": "For testing purposes",
                                 "intended_use": "SUBSCRIPTION"}\
                                """)
                        .text("/token_id");
        var placed =
                post(
                        "/klarna/customer-token/v1/tokens/" + token + "/order",
                        """
                        {"purchase_currency": "gbp", "order_amount": 10000,
                         "order_tax_amount": 2000, "auto_capture": false,
                         "merchant_reference1": "%s", "order_lines": [
                          {"type": "physical", "reference": "123050", "name": "Tomatoes",
                           "quantity": 10, "quantity_unit": "kg", "unit_price": 600,
                           "tax_rate": 2500, "total_amount": 6000, "total_tax_amount": 1200},
                          {"type": "physical", "reference": "543670", "name": "Bananas",
                           "quantity": 1, "quantity_unit": "bag", "unit_price": 5000,
                           "tax_rate": 2500, "total_amount": 4000,
                           "total_discount_amount": 1000, "total_tax_amount": 800}]}\
                        """
                                .formatted(reference));

        var order = klarna.newOrder(placed.text("/order_id"));
        klarna.newCapture(placed.text("/order_id"))
                .create(new CaptureData().setCapturedAmount(4000L));
        order.refund(new Refund().setRefundedAmount(1000L));

        assertThat(placed.text("/fraud_status")).isEqualTo("ACCEPTED");
        assertThat(amounts(order.fetch())).containsExactly(10000L, 10000L, 4000L, 1000L, 6000L);
        assertThat(http.ledger(reference))
                .containsExactly("authorize 10000", "capture 4000", "refund 1000");
    }

    private static void amount(Order order, long total) {
        order.updateAuthorization(new UpdateAuthorization().setOrderAmount(total));
    }

    private static List<Long> amounts(OrderData order) {
        return List.of(
                order.getOrderAmount(),
                order.getOriginalOrderAmount(),
                order.getCapturedAmount(),
                order.getRefundedAmount(),
                order.getRemainingAuthorizedAmount());
    }

    /** The id of an order that a customer has agreed to. */
    private String placed() {
        return decided("buy", "PLACE_ORDER").text("/order_id");
    }

    /** What a customer has agreed to that a token is to come of. */
    private String agreed() {
        return decided("buy_and_tokenize", "NONE").text("/authorization_token");
    }

    private Client.Got decided(String intent, String orderMode) {
        var session =
                post(
                        "/klarna/payments/v1/sessions",
                        """
                        {"purchase_country": "DE", "purchase_currency": "EUR", "locale": "de-DE",
                         "intent": "%s", "order_amount": 6540, "merchant_reference1": "%s",
                         "order_lines": [{"name": "Lamp", "quantity": 1, "unit_price": 6540,
                                          "total_amount": 6540}]}\
                        """
                                .formatted(intent, reference));
        var page =
                post(
                        "/klarna/hpp/v1/sessions",
                        """
                        {"payment_session_url": "http://x/payments/v1/sessions/%s",
                         "merchant_urls": {}, "options": {"place_order_mode": "%s"}}\
                        """
                                .formatted(session.text("/session_id"), orderMode));
        http.get(page.text("/redirect_url").substring(http.url("").length()) + "?decision=approve");
        return get("/klarna/hpp/v1/sessions/" + page.text("/session_id"));
    }

    private Client.Got post(String path, String body) {
        return http.send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private Client.Got get(String path) {
        return http.send(request(path).build());
    }

    private HttpRequest.Builder request(String path) {
        var credentials = (ACCOUNT + ':' + ACCOUNT).getBytes(UTF_8);
        return HttpRequest.newBuilder(URI.create(http.url(path)))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(credentials));
    }
}
