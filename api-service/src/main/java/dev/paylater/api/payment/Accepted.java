package dev.paylater.api.payment;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A payment whose creation is recorded in Kafka and has not been carried out within the time that a
 * merchant waits: it is shown as processing, with what was asked for.
 */
final class Accepted {

    private static final String CAPTURE_ON = "capture_on";

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

    /** The options as the stored payment has them. */
    private static Fields intent(PaymentOptions options) {
        var intent = new HashMap<String, Object>();
        for (var field : options.getSchema().getFields()) {
            switch (options.get(field.pos())) {
                case Long millis when field.name().equals(CAPTURE_ON) ->
                        intent.put(CAPTURE_ON, Instant.ofEpochMilli(millis));
                case Integer number -> intent.put(field.name(), number.longValue());
                case Long number -> intent.put(field.name(), number);
                case String text -> intent.put(field.name(), text);
                case Boolean flag -> intent.put(field.name(), flag);
                case List<?> texts -> intent.put(field.name(), texts);
                case null, default -> {}
            }
        }
        return Fields.of(intent);
    }

    private static long net(PaymentOptions options) {
        return Stream.of(
                        options.getAmount(),
                        options.getShippingCost(),
                        options.getOrderTaxAmount(),
                        options.getSurchargeAmount(),
                        options.getSurchargeTaxAmount())
                .filter(Objects::nonNull)
                .reduce(0L, Long::sum);
    }
}
