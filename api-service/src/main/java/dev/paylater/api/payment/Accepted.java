package dev.paylater.api.payment;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payment whose creation is recorded in Kafka and has not been carried out within the time that a
 * merchant waits: it is shown as processing, with what was asked for.
 */
final class Accepted {

    private Accepted() {}

    static PaymentDocument payment(CreatePayment command) {
        var created = Instant.ofEpochMilli(command.getIssuedAt());
        var options = command.getOptions();
        var payment =
                Map.of(
                        "merchant_id", command.getMerchantId(),
                        "payment_id", command.getPaymentId(),
                        "profile_id", command.getProfileId(),
                        "created", created,
                        "updated", created,
                        "intent", intent(options),
                        "terms", Fields.of(Map.copyOf(command.getTerms())));
        return new PaymentDocument(
                Fields.of(
                        Map.of(
                                "status",
                                "processing",
                                "net_amount",
                                net(options),
                                "amount_capturable",
                                0L,
                                "payment",
                                Fields.of(payment))));
    }

    private static Fields intent(PaymentOptions options) {
        var intent = new HashMap<String, Object>();
        put(intent, "amount", options.getAmount());
        put(intent, "currency", options.getCurrency());
        put(intent, "shipping_cost", options.getShippingCost());
        put(intent, "order_tax_amount", options.getOrderTaxAmount());
        put(intent, "surcharge_amount", options.getSurchargeAmount());
        put(intent, "surcharge_tax_amount", options.getSurchargeTaxAmount());
        put(intent, "capture_method", options.getCaptureMethod());
        put(intent, "authentication_type", options.getAuthenticationType());
        put(intent, "payment_method", options.getPaymentMethod());
        put(intent, "payment_method_type", options.getPaymentMethodType());
        put(intent, "customer_id", options.getCustomerId());
        put(intent, "setup_future_usage", options.getSetupFutureUsage());
        put(intent, "off_session", options.getOffSession());
        put(intent, "mandate_id", options.getMandateId());
        return Fields.of(intent);
    }

    private static void put(Map<String, Object> intent, String name, @Nullable Object value) {
        if (value != null) {
            intent.put(name, value);
        }
    }

    private static long net(PaymentOptions options) {
        return orZero(options.getAmount())
                + orZero(options.getShippingCost())
                + orZero(options.getOrderTaxAmount())
                + orZero(options.getSurchargeAmount())
                + orZero(options.getSurchargeTaxAmount());
    }

    private static long orZero(@Nullable Long amount) {
        return amount == null ? 0 : amount;
    }
}
