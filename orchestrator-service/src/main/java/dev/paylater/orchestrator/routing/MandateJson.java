package dev.paylater.orchestrator.routing;

import dev.paylater.orchestrator.payment.Mandate;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a mandate's bounds: {@code {"mandate_type": {"single_use" | "multi_use": {"amount",
 * "currency", "start_date", "end_date"}}}}.
 */
public final class MandateJson {

    private MandateJson() {}

    /**
     * The bounds in the mandate_data of the payment that gave the mandate.
     *
     * @param mandateData JSON text; null when it gave none, and so no bounds
     * @param currency of that payment: what an amount without a currency is in
     */
    public static Mandate.Bounds read(@Nullable String mandateData, String currency) {
        if (mandateData == null) {
            return Mandate.Bounds.NONE;
        }
        var type = JsonMapper.shared().readTree(mandateData).path("mandate_type");
        var single = type.path("single_use");
        var isSingleUse = single.isObject();
        var bounds = isSingleUse ? single : type.path("multi_use");
        var amount = bounds.path("amount");
        var unit = bounds.path("currency").asString(null);
        return new Mandate.Bounds(
                isSingleUse,
                amount.isIntegralNumber() ? amount.longValue() : null,
                unit == null && amount.isIntegralNumber() ? currency : unit,
                instant(bounds.path("start_date")),
                instant(bounds.path("end_date")));
    }

    private static @Nullable Instant instant(JsonNode date) {
        return date.isString() ? OffsetDateTime.parse(date.asString()).toInstant() : null;
    }
}
