package dev.paylater.e2e;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Notifications at the public address. Commands about a payment are met in order: once the good one
 * has had its effect, an effect of the bad ones before it would be there too.
 */
@ExtendWith(RunningStack.class)
class WebhooksTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String FORGER = "whsec_guessed";
    private static final Set<String> RESULTS =
            Set.of("forged", "stale", "unreadable", "accepted", "duplicate");

    /** Providers that sign what they say, and when they said it. */
    enum Signed {
        SANDBOX,
        AFTERPAY_CLEARPAY;

        String connector() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** A payment, captured at once. */
        String pay() {
            return switch (this) {
                case SANDBOX -> MERCHANT.pay("", "automatic").expect(200).string("payment_id");
                case AFTERPAY_CLEARPAY -> {
                    var payment =
                            MERCHANT.post(
                                            "/payments",
                                            Shop.AFTERPAY_CLEARPAY.purchase("automatic", ""))
                                    .expect(200);
                    Browser.follow(payment, "approve");
                    yield payment.string("payment_id");
                }
            };
        }

        ForgedNotification dispute(String paymentId, String secret, Instant sent) {
            return switch (this) {
                case SANDBOX ->
                        ForgedNotification.sandbox(
                                """
                                {"event_id": "evt_%s", "type": "dispute.opened", "data": {"dispute":
                                 {"id": "dp_1", "merchant_reference": "%s", "stage": "dispute",
                                  "status": "dispute_opened", "amount": 500, "currency": "EUR"}}}
                                """
                                        .formatted(paymentId, paymentId),
                                secret,
                                sent);
                case AFTERPAY_CLEARPAY ->
                        ForgedNotification.afterpay(
                                """
                                {"dispute_id": "dp_%s", "merchantOrderId": "%s",
                                 "status": "needs_response", "updatedAt": "1767322645",
                                 "amount": {"amount": "5.00", "currency": "AUD"}}
                                """
                                        .formatted(paymentId, paymentId),
                                secret,
                                sent);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Signed.class)
    void only_a_genuine_notification_has_an_effect_and_only_once(Signed provider) {
        var connector = provider.connector();
        var counted = Counted.from(connector);
        var paymentId = provider.pay();
        var before = MERCHANT.payment(paymentId).json();
        var now = Instant.now();
        var good = provider.dispute(paymentId, ForgedNotification.SECRET, now);

        assertThat(provider.dispute(paymentId, FORGER, now).send()).isEqualTo(401);
        var old = now.minus(Duration.ofMinutes(6));
        assertThat(provider.dispute(paymentId, ForgedNotification.SECRET, old).send())
                .isEqualTo(401);
        assertThat(good.truncated().send()).isEqualTo(401);
        assertThat(MERCHANT.payment(paymentId).json()).isEqualTo(before);
        assertThat(counted.more("forged")).isEqualTo(2);
        assertThat(counted.more("stale")).isEqualTo(1);

        for (var i = 0; i < 3; i++) {
            assertThat(good.send()).isEqualTo(200);
        }
        var disputed =
                MERCHANT.await(paymentId, SOON, p -> p.json().path("disputes").size() > 0).json();
        assertThat(disputed.path("disputes")).hasSize(1);
        assertThat(disputed.path("disputes").get(0).path("dispute_status").asString())
                .isEqualTo("dispute_opened");
        assertThat(disputed.path("amount_received")).isEqualTo(before.path("amount_received"));
        assertThat(disputed.path("status")).isEqualTo(before.path("status"));
        assertThat(counted.more("accepted")).isEqualTo(1);
        assertThat(counted.more("duplicate")).isEqualTo(2);
    }

    /** They say too little to be believed without asking. */
    @ParameterizedTest
    @EnumSource(
            value = Shop.class,
            names = {"MONDU", "SEZZLE", "SCALAPAY"})
    void what_is_signed_and_says_too_little_is_a_reason_to_ask_and_no_more(Shop shop) {
        var counted = Counted.from(shop.connector());
        var payment = MERCHANT.post("/payments", shop.purchase("manual", "")).expect(200);
        var paymentId = payment.string("payment_id");

        assertThat(signed(shop, payment, FORGER).send()).isEqualTo(401);
        var good = signed(shop, payment, null);
        assertThat(good.truncated().send()).isEqualTo(401);
        assertThat(counted.more("forged")).isEqualTo(2);
        causesOnlyAQuestion(good, paymentId);
        assertThat(good.send()).isEqualTo(200);
        assertThat(counted.more("accepted")).isEqualTo(1);
        assertThat(counted.more("duplicate")).isEqualTo(1);
    }

    /** Says that the payment is authorized; without a forger's secret, with the genuine one. */
    private static ForgedNotification signed(
            Shop shop, ApiAnswer payment, @Nullable String forger) {
        var order = payment.string("connector_transaction_id");
        var reference = payment.string("payment_id") + "_1";
        return switch (shop) {
            case MONDU ->
                    ForgedNotification.mondu(
                            """
                            {"topic": "order/confirmed", "order_uuid": "%s",
                             "order_state": "confirmed", "external_reference_id": "%s"}
                            """
                                    .formatted(order, reference),
                            forger == null ? ForgedNotification.SECRET : forger);
            case SEZZLE ->
                    ForgedNotification.sezzle(
                            """
                            {"uuid": "e_%s", "event": "order.authorized", "data_type": "order",
                             "data": {"uuid": "%s", "reference_id": "%s"}}
                            """
                                    .formatted(reference, order, reference),
                            forger == null ? ForgedNotification.KEY : forger);
            case SCALAPAY ->
                    ForgedNotification.scalapay(
                            """
                            {"status": "authorized", "orderToken": "%s",
                             "merchantReference": "%s", "totalAmount": 100.0}
                            """
                                    .formatted(order, reference),
                            forger == null ? ForgedNotification.KEY : forger,
                            Instant.now());
            case KLARNA,
                    AFFIRM,
                    AFTERPAY_CLEARPAY,
                    BILLIE,
                    TAMARA,
                    TABBY,
                    PAYPAL,
                    ALMA,
                    RIVERTY,
                    TWO ->
                    throw new IllegalArgumentException(shop + " signs otherwise");
        };
    }

    @Test
    void what_klarna_does_not_sign_is_a_reason_to_ask_and_no_more() {
        var counted = Counted.from("klarna");
        var payment = MERCHANT.post("/payments", Shop.KLARNA.purchase("manual", "")).expect(200);
        var paymentId = payment.string("payment_id");
        var body =
                """
                {"event_id": "e_%s", "session": {"status": "COMPLETED", "order_id": "o_1"}}
                """
                        .formatted(paymentId);

        assertThat(ForgedNotification.klarna(body, paymentId, FORGER).send()).isEqualTo(401);
        var good = ForgedNotification.klarna(body, paymentId, ForgedNotification.SECRET);
        assertThat(good.truncated().send()).isEqualTo(400);
        assertThat(counted.more("forged")).isEqualTo(1);
        assertThat(counted.more("unreadable")).isEqualTo(1);
        causesOnlyAQuestion(good, paymentId);
        assertThat(counted.more("accepted")).isEqualTo(1);
    }

    @Test
    void what_billie_does_not_sign_is_a_reason_to_ask_and_no_more() {
        var counted = Counted.from("billie");
        var payment = MERCHANT.post("/payments", Shop.BILLIE.purchase("manual", "")).expect(200);
        var paymentId = payment.string("payment_id");
        var body =
                """
                {"event": "order_canceled", "order_id": "%s_1", "order_uuid": "%s",
                 "created_at": "2026-01-02T03:04:05Z"}
                """
                        .formatted(paymentId, payment.string("connector_transaction_id"));

        assertThat(ForgedNotification.billie(body, FORGER).send()).isEqualTo(401);
        var good = ForgedNotification.billie(body, ForgedNotification.SECRET);
        assertThat(good.truncated().send()).isEqualTo(400);
        assertThat(counted.more("forged")).isEqualTo(1);
        assertThat(counted.more("unreadable")).isEqualTo(1);
        assertThat(good.send()).isEqualTo(200);
        assertThat(good.send()).isEqualTo(200);
        assertThat(counted.more("accepted")).isEqualTo(1);
        assertThat(counted.more("duplicate")).isEqualTo(1);
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo("requires_capture");
    }

    /** What it says is signed with its time, and names an order and no amount. */
    @Test
    void what_riverty_signs_is_a_reason_to_ask_and_no_more() {
        var counted = Counted.from("riverty");
        var payment = MERCHANT.post("/payments", Shop.RIVERTY.purchase("manual", "")).expect(200);
        var paymentId = payment.string("payment_id");
        var body =
                """
                {"Header": {"MessageName": "CancellationEvent", "MessageId": "m_%s"},
                 "Body": {"OrderNumber": "%s_1"}}
                """
                        .formatted(paymentId, paymentId);
        var now = Instant.now();

        assertThat(ForgedNotification.riverty(body, FORGER, now).send()).isEqualTo(401);
        var old = now.minus(Duration.ofMinutes(6));
        assertThat(ForgedNotification.riverty(body, ForgedNotification.SECRET, old).send())
                .isEqualTo(401);
        var good = ForgedNotification.riverty(body, ForgedNotification.SECRET, now);
        assertThat(good.truncated().send()).isEqualTo(401);
        assertThat(counted.more("forged")).isEqualTo(2);
        assertThat(counted.more("stale")).isEqualTo(1);
        assertThat(good.send()).isEqualTo(200);
        assertThat(good.send()).isEqualTo(200);
        assertThat(counted.more("accepted")).isEqualTo(1);
        assertThat(counted.more("duplicate")).isEqualTo(1);
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo("requires_capture");
    }

    /** Svix signs what it says, with its time; what it says of an order is asked about. */
    @Test
    void what_two_signs_is_a_reason_to_ask_and_no_more() {
        var counted = Counted.from("two");
        var payment = MERCHANT.post("/payments", Shop.TWO.purchase("manual", "")).expect(200);
        var paymentId = payment.string("payment_id");
        var body =
                """
                {"specversion": "1.0", "id": "e_%s", "type": "order.verified.v1",
                 "data": {"order_id": "%s", "merchant_order_id": "%s_1", "state": "VERIFIED"}}
                """
                        .formatted(
                                paymentId, payment.string("connector_transaction_id"), paymentId);
        var now = Instant.now();

        assertThat(ForgedNotification.two(body, "whsec_Zm9yZ2Vk", now).send()).isEqualTo(401);
        var old = now.minus(Duration.ofMinutes(6));
        assertThat(ForgedNotification.two(body, ForgedNotification.SECRET, old).send())
                .isEqualTo(401);
        var good = ForgedNotification.two(body, ForgedNotification.SECRET, now);
        assertThat(good.truncated().send()).isEqualTo(401);
        assertThat(counted.more("forged")).isEqualTo(2);
        assertThat(counted.more("stale")).isEqualTo(1);
        causesOnlyAQuestion(good, paymentId);
        assertThat(good.send()).isEqualTo(200);
        assertThat(counted.more("accepted")).isEqualTo(1);
        assertThat(counted.more("duplicate")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Shop.class,
            names = {
                "KLARNA",
                "MONDU",
                "TAMARA",
                "PAYPAL",
                "ALMA",
                "TWO",
                "SEZZLE",
                "SCALAPAY",
                "AFFIRM",
                "TABBY"
            })
    void a_customer_who_never_comes_back_is_known_by_the_providers_notification(Shop shop) {
        var payment = MERCHANT.post("/payments", shop.purchase("manual", "")).expect(200);
        Browser.press(payment, "approve");
        MERCHANT.await(payment.string("payment_id"), SOON, "requires_capture");
    }

    /** The customer has not decided: whatever the notification says, the provider says so. */
    private static void causesOnlyAQuestion(ForgedNotification notification, String paymentId) {
        var asked = ProviderLedger.questions(paymentId);
        assertThat(notification.send()).isEqualTo(200);
        MERCHANT.await(paymentId, SOON, _ -> ProviderLedger.questions(paymentId) > asked);
        assertThat(MERCHANT.payment(paymentId).string("status"))
                .isEqualTo("requires_customer_action");
        assertThat(ProviderLedger.ledgerOf(paymentId)).isEmpty();
    }

    /** How often each result was counted for a provider's notifications, from here on. */
    private record Counted(String connector, String port, Map<String, Long> before) {

        static Counted from(String connector) {
            // api-service forwards all notifications to the first worker.
            var port = ConnectorProcesses.ports().getFirst();
            return new Counted(
                    connector,
                    port,
                    RESULTS.stream()
                            .collect(toMap(identity(), result -> all(port, connector, result))));
        }

        long more(String result) {
            return all(port, connector, result) - before.getOrDefault(result, 0L);
        }

        private static long all(String port, String connector, String result) {
            return ConnectorProcesses.count(
                    port,
                    "paylater_webhooks_total",
                    "connector=\"" + connector + "\"",
                    "result=\"" + result + "\"");
        }
    }
}
